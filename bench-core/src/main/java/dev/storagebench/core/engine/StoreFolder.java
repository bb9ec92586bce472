package dev.storagebench.core.engine;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a store: copying, removing and measuring them. */
public final class StoreFolder {
  private static final int BLOCK_BYTES = 64 << 10;
  // A disk is read from the end of a file nearly as fast as from its start.
  private static final int BACKWARD_BYTES = 1 << 20;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(BACKWARD_BYTES);
  private static final Pattern TOTAL = Pattern.compile("(?m)^(\\d+)\t");

  private StoreFolder() {}

  private static List<Path> tree(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The regular files below a folder. */
  public static List<Path> files(Path root) throws IOException {
    return tree(root).stream().filter(Files::isRegularFile).toList();
  }

  /** Copies a folder with all files below it; sparse files stay sparse. */
  public static void copy(Path from, Path to) throws IOException {
    for (Path each : tree(from)) {
      Path target = to.resolve(from.relativize(each).toString());
      if (Files.isDirectory(each)) {
        Files.createDirectories(target);
      } else if (Files.isRegularFile(each)) {
        copySparse(each, target);
      }
    }
  }

  /** Copies a file without its blocks of zeros. */
  private static void copySparse(Path from, Path to) throws IOException {
    try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel target =
            FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
      long position = 0;
      while (source.read(block, position) >= 0) {
        block.flip();
        int length = block.remaining();
        if (!block.equals(ZEROS.slice(0, length))) {
          long at = position;
          while (block.hasRemaining()) {
            at += target.write(block, at);
          }
        }
        position += length;
        block.clear();
      }
      if (target.size() < source.size()) {
        target.write(ByteBuffer.allocate(1), source.size() - 1);
      }
      // Otherwise the system would write the copy out during the measurement.
      target.force(true);
    }
  }

  /**
   * Reads the files below a folder once, so that a store is in the page cache to the same extent
   * whether it was just copied or not read for days. Each is read from its end, and zeros do not
   * count: the hole behind the records of a sparse file must not displace them.
   *
   * @param maxBytes where to end
   */
  public static void readOnce(Path folder, long maxBytes) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BACKWARD_BYTES);
    long left = maxBytes;
    for (Path each : files(folder)) {
      if (left > 0) {
        try (FileChannel channel = FileChannel.open(each, StandardOpenOption.READ)) {
          long last = (channel.size() - 1) / BACKWARD_BYTES;
          for (long index = last; left > 0 && index >= 0; index--) {
            int read = channel.read(block.clear(), index * BACKWARD_BYTES);
            if (read > 0 && !block.flip().equals(ZEROS.slice(0, read))) {
              left -= read;
            }
          }
        }
      }
    }
  }

  /** Forces all files below a folder to the disk. */
  public static void sync(Path folder) throws IOException {
    for (Path file : files(folder)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Removes a folder and everything below it, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path each : tree(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  /**
   * Allocated bytes of a file or of all files below a folder, as {@code du} counts them: without
   * the holes of sparse files. Without {@code du}, the sum of the file lengths.
   */
  public static long allocatedBytes(Path path) {
    try {
      // If a file vanishes meanwhile, du says so and exits with 1, but its total is right.
      Matcher total = TOTAL.matcher(Program.output("du", "-sk", path.toString()).text());
      if (total.find()) {
        return Long.parseLong(total.group(1)) * 1024;
      }
    } catch (IOException noSuchCommand) {
      // falls through to the file lengths
    }
    try {
      return files(path).stream().mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
