package dev.storagebench.core.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** The files of a closed or open store: their copy, removal and size. */
public final class StoreFolder {

  private StoreFolder() {}

  /** Copies all below one folder into another, which is created if need be. */
  public static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              SparseCopy.copy(file, to.resolve(from.relativize(file).toString()));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Reads all files below a folder once, so that the page cache knows each store alike, whether it
   * was just copied or lay there since yesterday.
   */
  public static void readOnce(Path folder) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                while (channel.read(block.clear()) >= 0) {
                  // Only the page cache is meant.
                }
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Removes a folder and all below it; nothing happens if there is none. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Bytes of the blocks that the disk holds for all below a folder or for one file, as {@code du}
   * counts them: holes of sparse files are not in it. Where there is no {@code du}, the sum of the
   * files' lengths.
   */
  public static long allocatedBytes(Path path) {
    try {
      Process du =
          new ProcessBuilder("du", "-sk", path.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      du.waitFor();
      // A file that vanished meanwhile makes du exit with 1, its total is good all the same.
      int end = output.indexOf('\t');
      if (end > 0) {
        return Long.parseLong(output.substring(0, end).trim()) * 1024;
      }
    } catch (IOException noSuchCommand) {
      // falls through to the files' lengths
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return lengths(path);
  }

  private static long lengths(Path path) {
    try (var files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
