package dev.storagebench.datasets.packed;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * A file read or written in whole blocks past the page cache (O_DIRECT), so that neither packing
 * nor loading a data set pushes the stores under test out of memory, or leaves pages behind that a
 * measured process would find for free. Where the platform or the file system refuses direct I/O,
 * it is an ordinary file.
 *
 * <p>Safe for any number of threads; a thread interrupted during I/O closes the file for all.
 */
final class BlockFile implements Closeable {
  private final Path path;
  private final FileChannel channel;
  private final boolean direct;

  private BlockFile(Path path, FileChannel channel, boolean direct) {
    this.path = path;
    this.channel = channel;
    this.direct = direct;
  }

  /** Opens an existing file for reading. */
  static BlockFile read(Path path) throws IOException {
    return open(path, StandardOpenOption.READ);
  }

  /** Creates a file for writing; it must not exist. */
  static BlockFile create(Path path) throws IOException {
    Files.createFile(path);
    return open(path, StandardOpenOption.WRITE);
  }

  private static BlockFile open(Path path, OpenOption mode) throws IOException {
    if (blocksFit(path)) {
      try {
        OpenOption[] options =
            Stream.of(mode, ExtendedOpenOption.DIRECT).toArray(OpenOption[]::new);
        return new BlockFile(path, FileChannel.open(path, options), true);
      } catch (UnsupportedOperationException | IOException refused) {
        // Some file systems (and platforms) have no direct I/O; a file that cannot be opened at all
        // fails again below, with its own message.
      }
    }
    return new BlockFile(path, FileChannel.open(path, mode), false);
  }

  private static boolean blocksFit(Path path) throws IOException {
    long block = Files.getFileStore(path).getBlockSize();
    return block > 0 && Layout.BLOCK_BYTES % block == 0;
  }

  /** Whether the page cache is bypassed. */
  boolean direct() {
    return direct;
  }

  long size() throws IOException {
    return channel.size();
  }

  /**
   * Fills {@code [0, bytes)} of a buffer from {@link Layout#allocate}.
   *
   * @param offset a multiple of the block size
   * @param bytes a multiple of the block size
   * @throws EOFException if the file ends before
   */
  void read(ByteBuffer into, int bytes, long offset) throws IOException {
    into.clear().limit(bytes);
    while (into.hasRemaining()) {
      if (channel.read(into, offset + into.position()) < 0) {
        throw new EOFException(
            "%s ends at byte %,d, expected %,d more bytes"
                .formatted(path, offset + into.position(), into.remaining()));
      }
    }
  }

  /** Writes {@code [0, bytes)} of a buffer, on the terms of {@link #read}. */
  void write(ByteBuffer from, int bytes, long offset) throws IOException {
    from.clear().limit(bytes);
    while (from.hasRemaining()) {
      try {
        channel.write(from, offset + from.position());
      } catch (IOException e) {
        // The system's message alone ("No space left on device") does not say where.
        FileSystemException named =
            new FileSystemException(path.toString(), null, String.valueOf(e.getMessage()));
        named.initCause(e);
        throw named;
      }
    }
    from.clear();
  }

  /** Puts everything written onto stable storage. */
  void sync() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
