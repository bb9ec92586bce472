package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A file read or written in whole blocks past the page cache (O_DIRECT), so that neither packing
 * nor loading a data set evicts the stores under test, or leaves pages behind that a measured
 * process would find cached. Where the platform or the file system refuses direct I/O, it is an
 * ordinary file.
 *
 * <p>Safe for any number of threads; a thread interrupted during I/O closes the file for all.
 *
 * @param direct whether the page cache is bypassed
 */
record BlockFile(Path path, FileChannel channel, boolean direct) implements Closeable {
  /** Offsets, lengths and buffer addresses are multiples of this, as direct I/O demands. */
  static final int BLOCK_BYTES = 4096;

  /** The hash of every checksum, with seed 0 unless said otherwise, and of the digest. */
  static final XXHash64 XXH64 = XXHashFactory.fastestInstance().hash64();

  /** The next multiple of {@link #BLOCK_BYTES}. */
  static long padded(long bytes) {
    return (bytes + BLOCK_BYTES - 1) & -BLOCK_BYTES;
  }

  /** Fills a buffer up with zeros to the next block, and returns where that is. */
  static int pad(ByteBuffer buffer) {
    int end = (int) padded(buffer.position());
    buffer.put(new byte[end - buffer.position()]);
    return end;
  }

  /** A direct, little endian buffer whose address is a multiple of {@link #BLOCK_BYTES}. */
  static ByteBuffer allocate(long bytes) {
    return ByteBuffer.allocateDirect(Math.toIntExact(padded(bytes) + BLOCK_BYTES))
        .alignedSlice(BLOCK_BYTES)
        .slice(0, Math.toIntExact(bytes))
        .order(ByteOrder.LITTLE_ENDIAN);
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

  /**
   * The JDK's option for O_DIRECT, by name: some compilers warn of its class, which is the JDK's.
   */
  private static OpenOption pastThePageCache() {
    try {
      return (OpenOption)
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getField("DIRECT").get(null);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException(e);
    }
  }

  private static BlockFile open(Path path, StandardOpenOption mode) throws IOException {
    @Nullable FileStore disk = Disk.of(path).orElse(null);
    if (disk != null && disk.getBlockSize() > 0 && BLOCK_BYTES % disk.getBlockSize() == 0) {
      try {
        return new BlockFile(path, FileChannel.open(path, mode, pastThePageCache()), true);
      } catch (UnsupportedOperationException | IOException refused) {
        // Some file systems (and platforms) have no direct I/O; a file that cannot be opened at all
        // fails again below, with its own message.
      }
    }
    return new BlockFile(path, FileChannel.open(path, mode), false);
  }

  /** Threads that read while others work, and keep no JVM alive. */
  static ExecutorService readAheadThreads() {
    return Executors.newCachedThreadPool(
        BasicThreadFactory.builder().namingPattern("read-ahead").daemon().build());
  }

  /** The result of a read by another thread. */
  static <T> T await(Future<T> read) throws IOException {
    try {
      return read.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a read", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("read-ahead failed", e.getCause());
    }
  }

  long size() throws IOException {
    return channel.size();
  }

  /**
   * Fills {@code [0, bytes)} of a buffer from {@link #allocate}.
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
    into.clear();
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
