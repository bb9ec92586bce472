package dev.storagebench.core.workspace;

import dev.storagebench.datasets.packed.Disk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;

/** Checks folders before a run writes to them. */
public final class DiskSpace {
  private static final String TRIAL = ".storage-bench-trial";
  private static final int TRIAL_BYTES = 1 << 20;

  private DiskSpace() {}

  /**
   * Creates a folder if need be, and writes and deletes a small file in it.
   *
   * @param remedy what to do if it is not writable, for the message
   * @param attributes of folders that are created
   * @return its free bytes
   * @throws IllegalArgumentException if it cannot be created or written to
   */
  public static long probeWritable(Path folder, String remedy, FileAttribute<?>... attributes) {
    try {
      Files.createDirectories(folder, attributes);
      // A new file: others may have put a link there. Its name is seen for a moment.
      try (OutputStream trial =
          Files.newOutputStream(
              Files.createTempFile(folder, TRIAL, ""),
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE)) {
        trial.write(new byte[TRIAL_BYTES]);
        return Disk.freeBytes(folder);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be written: %s; %s".formatted(folder, reason(e), remedy), e);
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof FileSystemException file && file.getReason() == null
        ? file.getClass().getSimpleName().replace("Exception", "") + " " + file.getFile()
        : String.valueOf(failure.getMessage());
  }
}
