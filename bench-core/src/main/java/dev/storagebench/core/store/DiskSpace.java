package dev.storagebench.core.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a folder takes what a run is going to write, found out before the run begins. */
public final class DiskSpace {
  private static final int TRIAL_BYTES = 1 << 20;

  private DiskSpace() {}

  /**
   * Makes a folder if need be, and writes a small file into it that is gone afterwards.
   *
   * @param wayOut what to do if it cannot be written to, for the message
   * @return the bytes that are free in it
   * @throws IllegalArgumentException if it cannot be made or written to
   */
  public static long probeWritable(Path folder, String wayOut) {
    try {
      Files.createDirectories(folder);
      Path trial = Files.createTempFile(folder, "trial", ".tmp");
      try {
        Files.write(trial, new byte[TRIAL_BYTES]);
        return Files.getFileStore(folder).getUsableSpace();
      } finally {
        Files.deleteIfExists(trial);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be written: %s; %s".formatted(folder, reason(e), wayOut), e);
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof FileSystemException file && file.getReason() == null
        ? file.getClass().getSimpleName().replace("Exception", "") + " " + file.getFile()
        : String.valueOf(failure.getMessage());
  }
}
