package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whether a file system gives back the blocks of a hole that is punched into a file, fallocate(2).
 * Transparent page compression saves nothing where it does not, and servers say little about it.
 */
final class PunchedHoles {
  private static final int FILE_BYTES = 1 << 20;
  private static final int HOLE_BYTES = FILE_BYTES / 2;

  private PunchedHoles() {}

  /**
   * Why it does not; empty if it does, or where there is no {@code fallocate} of util-linux to find
   * out with.
   *
   * @param folder on the file system, where a file is made and removed
   */
  static Optional<String> missingIn(Path folder) throws IOException {
    return missingIn(folder, "fallocate");
  }

  /** The same with another program that takes the arguments of {@code fallocate}. */
  static Optional<String> missingIn(Path folder, String program) throws IOException {
    Path file = Files.createTempFile(folder, "hole", "");
    try {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        byte[] ones = new byte[FILE_BYTES];
        Arrays.fill(ones, (byte) 1);
        channel.write(ByteBuffer.wrap(ones));
        channel.force(true);
      }
      return punch(file, program);
    } finally {
      Files.delete(file);
    }
  }

  private static Optional<String> punch(Path file, String program) throws IOException {
    long before = StoreFolder.allocatedBytes(file);
    Process process;
    try {
      process =
          new ProcessBuilder(
                  List.of(
                      program,
                      "--punch-hole",
                      "--offset",
                      "0",
                      "--length",
                      Integer.toString(HOLE_BYTES),
                      file.toString()))
              .redirectErrorStream(true)
              .start();
    } catch (IOException noSuchProgram) {
      return Optional.empty();
    }
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        return Optional.of(told.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while looking for holes", e);
    }
    return before - StoreFolder.allocatedBytes(file) >= HOLE_BYTES / 2
        ? Optional.empty()
        : Optional.of("a hole of %,d bytes freed no blocks".formatted(HOLE_BYTES));
  }
}
