package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A file, decompressed by content whatever its name.
 *
 * @param name the path as given, control characters escaped; the source of every {@link
 *     dev.storagebench.datasets.Place}
 * @param path the path as given
 */
public record InputSource(String name, Path path) {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int HEAD_BYTES = 512;
  private static final Pattern URL = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*");

  /**
   * Names an input without opening it.
   *
   * @param argument a file's path
   * @throws IllegalArgumentException if it is empty, a URL or no path
   */
  public static InputSource of(String argument) {
    String name = Excerpt.printable(argument);
    if (argument.isEmpty()) {
      throw new IllegalArgumentException("missing input: expected a file");
    }
    if (URL.matcher(argument).matches()) {
      throw new IllegalArgumentException(
          "'%s' is a URL; download it ('curl -L -O URL') and pass the file".formatted(name));
    }
    try {
      return new InputSource(name, Path.of(argument));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("invalid path '%s': %s".formatted(name, e.getReason()), e);
    }
  }

  /**
   * Opens the input and decompresses gzip, bzip2, xz and zstd, all members, streams and frames.
   *
   * @return the plain bytes, buffered, with {@link InputStream#mark} supported; reading damaged
   *     data throws {@link BadInputException}
   * @throws NoSuchFileException if there is no such file
   * @throws BadInputException if it is a directory, is empty or not readable, or is of a format
   *     that must be converted first
   */
  public InputStream open() throws IOException {
    return openDecompressed().in();
  }

  /**
   * An open input.
   *
   * @param in the plain bytes, on the terms of {@link #open}
   * @param compression its compression, for example {@code gzip}; empty if none
   */
  public record Decompressed(InputStream in, Optional<String> compression) {}

  /** Opens the input as {@link #open} does, and returns its compression too. */
  public Decompressed openDecompressed() throws IOException {
    if (attributes().isDirectory()) {
      throw new BadInputException(name, "this is a directory; pass a file");
    }
    if (!Files.isReadable(path)) {
      throw new BadInputException(name, "no permission to read the file; check with 'ls -l'");
    }
    InputStream opened = buffered(new FileInputStream(path.toFile()));
    try {
      byte[] head = peek(opened, HEAD_BYTES);
      if (head.length == 0) {
        throw new BadInputException(name, "the file is empty");
      }
      Optional<InputCompression> compression = InputCompression.of(head);
      if (compression.isPresent()) {
        opened = buffered(new DecompressedStream(opened, name, compression.get()));
        head = peek(opened, HEAD_BYTES);
        if (head.length == 0) {
          throw new BadInputException(name, "the file is empty once decompressed");
        }
        Optional<InputCompression> again = InputCompression.of(head);
        if (again.isPresent()) {
          String tool = compression.get().label();
          throw new BadInputException(
              name,
              "%s data inside %s data; decompress it once with '%s -d'"
                  .formatted(again.get().label(), tool, tool));
        }
      }
      UnreadableKind.refuse("any", head, name);
      return new Decompressed(opened, compression.map(InputCompression::label));
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Changes whenever the content may have changed: absolute path, size and modification time.
   *
   * @throws NoSuchFileException if there is no such file
   */
  public String identity() throws IOException {
    BasicFileAttributes attributes = attributes();
    return "%s size=%d modified=%s"
        .formatted(path.toAbsolutePath(), attributes.size(), attributes.lastModifiedTime());
  }

  /**
   * The size of the file on disk; empty if it is not a regular file.
   *
   * @throws NoSuchFileException if there is no such file
   */
  public OptionalLong fileBytes() throws IOException {
    BasicFileAttributes attributes = attributes();
    return attributes.isRegularFile() ? OptionalLong.of(attributes.size()) : OptionalLong.empty();
  }

  private BasicFileAttributes attributes() throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      NoSuchFileException named =
          new NoSuchFileException(
              name, null, "no such file: " + Excerpt.printable(path.toAbsolutePath().toString()));
      named.initCause(e);
      throw named;
    } catch (AccessDeniedException e) {
      throw new BadInputException(
          name, "no permission to read a folder of the path; check with 'ls -ld'");
    } catch (FileSystemException e) {
      throw new BadInputException(name, "cannot be read: " + e.getReason());
    }
  }

  /** The first bytes, fewer only where the input ends; the stream is reset to its start. */
  public static byte[] peek(InputStream in, int bytes) throws IOException {
    in.mark(bytes);
    byte[] head = in.readNBytes(bytes);
    in.reset();
    return head;
  }

  private static InputStream buffered(InputStream in) {
    return new BufferedInputStream(in, BUFFER_BYTES);
  }
}
