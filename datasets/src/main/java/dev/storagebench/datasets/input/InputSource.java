package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A file or standard input, decompressed by what it contains whatever it is called. */
public final class InputSource {
  private static final String STANDARD_INPUT = "-";
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int HEAD_BYTES = 512;

  private final String name;
  private final @Nullable Path path;

  private InputSource(String name, @Nullable Path path) {
    this.name = name;
    this.path = path;
  }

  /**
   * Names an input; nothing is looked at yet.
   *
   * @param argument a file's path, or {@code -} for standard input
   * @throws IllegalArgumentException if it is empty or cannot be a path
   */
  public static InputSource of(String argument) {
    if (argument.equals(STANDARD_INPUT)) {
      return new InputSource("standard input", null);
    }
    if (argument.isEmpty()) {
      throw new IllegalArgumentException(
          "no input is named; give a file's path, or - for standard input");
    }
    try {
      return new InputSource(argument, Path.of(argument));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + argument + "' is no path: " + e.getReason(), e);
    }
  }

  /** The path as it was given, or {@code standard input}; goes into every {@link Place}. */
  public String name() {
    return name;
  }

  /** Whether this is standard input, which can be read only once. */
  public boolean isStandardInput() {
    return path == null;
  }

  /**
   * Opens the input and decompresses gzip, bzip2, xz and zstd, all members, streams and frames.
   *
   * @return the plain bytes, buffered, with {@link InputStream#mark} supported; damage shows as a
   *     {@link BadInputException} when the reading gets there
   * @throws NoSuchFileException if there is no such file
   * @throws BadInputException if it is a directory, is empty, is an archive or a web page
   */
  public InputStream open() throws IOException {
    return openDecompressed().in();
  }

  /**
   * An open input.
   *
   * @param in the plain bytes, on the terms of {@link #open}
   * @param compression what they were compressed with, for example {@code gzip}; empty if nothing
   */
  public record Decompressed(InputStream in, Optional<String> compression) {}

  /** Opens the input as {@link #open} does, and tells how it was compressed. */
  public Decompressed openDecompressed() throws IOException {
    InputStream opened = openRaw();
    Optional<String> label = Optional.empty();
    try {
      byte[] head = peek(opened, Compression.MAGIC_BYTES);
      if (head.length == 0) {
        throw bad("the file is empty; data was expected");
      }
      for (Compression compression : Compression.values()) {
        if (compression.begins(head)) {
          label = Optional.of(compression.label());
          opened = buffered(DecompressedStream.open(opened, name, compression));
          break;
        }
      }
      refuseWhatIsNoData(peek(opened, HEAD_BYTES));
      return new Decompressed(opened, label);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Changes whenever the bytes may have changed: the file's absolute path, size and time of change.
   * For standard input no two are alike.
   *
   * @throws NoSuchFileException if there is no such file
   */
  public String identity() throws IOException {
    if (path == null) {
      return "standard input " + UUID.randomUUID();
    }
    BasicFileAttributes attributes = attributes(path);
    return "%s size=%d modified=%s"
        .formatted(path.toAbsolutePath(), attributes.size(), attributes.lastModifiedTime());
  }

  /**
   * The bytes of the file as it stands on disk; empty for what is no regular file.
   *
   * @throws NoSuchFileException if there is no such file
   */
  public OptionalLong fileBytes() throws IOException {
    if (path == null) {
      return OptionalLong.empty();
    }
    BasicFileAttributes attributes = attributes(path);
    return attributes.isRegularFile() ? OptionalLong.of(attributes.size()) : OptionalLong.empty();
  }

  private InputStream openRaw() throws IOException {
    if (path == null) {
      return buffered(new Unclosed(new FileInputStream(FileDescriptor.in)));
    }
    BasicFileAttributes attributes = attributes(path);
    if (attributes.isDirectory()) {
      throw bad("this is a directory; name a file in it");
    }
    if (attributes.isRegularFile() && attributes.size() >= MappedFile.WINDOW_BYTES) {
      return buffered(new MappedFile(path, MappedFile.WINDOW_BYTES));
    }
    return buffered(new FileInputStream(path.toFile()));
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      NoSuchFileException named =
          new NoSuchFileException(
              path.toString(),
              null,
              "there is no such file (looked for " + path.toAbsolutePath() + ")");
      named.initCause(e);
      throw named;
    }
  }

  private void refuseWhatIsNoData(byte[] head) throws BadInputException {
    if (head.length == 0) {
      throw bad("there is nothing in it once it is decompressed; data was expected");
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith("PK\3\4")) {
      throw bad("this is a ZIP archive; unpack it and name the file in it");
    }
    if (text.startsWith("7z\u00bc\u00af'\u001c")) {
      throw bad("this is a 7z archive; unpack it and name the file in it");
    }
    String start = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
    String tag = start.stripLeading().toLowerCase(Locale.ROOT);
    if (tag.startsWith("<!doctype html") || tag.startsWith("<html")) {
      throw bad("this is an HTML page, not data; was the download refused?");
    }
  }

  private BadInputException bad(String problem) {
    return new BadInputException(new Place(name, 0, 0), problem);
  }

  /** The first bytes, fewer only where the input ends; they are read again afterwards. */
  static byte[] peek(InputStream in, int bytes) throws IOException {
    in.mark(bytes);
    byte[] head = in.readNBytes(bytes);
    in.reset();
    return head;
  }

  private static InputStream buffered(InputStream in) {
    return new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** Standard input stays open: it is not ours. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return in.read(into, offset, length);
    }

    @Override
    public void close() {}
  }
}
