package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.packed.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that is there whole or not at all: written under a temporary name beside the target and
 * renamed by {@link #commit}. Closing without it removes what was written.
 */
final class OutputFile implements Closeable {
  private final Path target;
  private final TemporaryFile temporary;
  private final boolean replace;

  /**
   * @param replace whether a file that is there may be replaced
   * @throws IllegalArgumentException if it may not, or if the target cannot be a file
   */
  OutputFile(Path target, boolean replace) throws IOException {
    // What a link names is replaced, not the link.
    Path resolved = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = resolved.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("there is no folder " + folder);
    }
    if (Files.exists(resolved) && !Files.isRegularFile(resolved)) {
      throw new IllegalArgumentException(
          target + " is there and no regular file; write to - for standard output");
    }
    if (Files.exists(resolved) && !replace) {
      throw new IllegalArgumentException(target + " is there already; --force replaces it");
    }
    this.target = resolved;
    this.replace = replace;
    String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    this.temporary =
        new TemporaryFile(folder.resolve(resolved.getFileName() + "." + unique + ".tmp"));
  }

  /** Where to write; does not exist yet. */
  Path temporary() {
    return temporary.path();
  }

  /** Gives the finished file its name, and returns its size in bytes. */
  long commit() throws IOException {
    long bytes = Files.size(temporary.path());
    if (replace) {
      Files.move(temporary.path(), target, StandardCopyOption.ATOMIC_MOVE);
    } else {
      // Fails if somebody else wrote a file of this name meanwhile.
      Files.move(temporary.path(), target);
    }
    return bytes;
  }

  /**
   * The failure as the user sees it: of the file that was asked for, where it is one of writing.
   */
  IOException told(FileSystemException failure) {
    if (!String.valueOf(failure.getFile()).startsWith(temporary.path().toString())) {
      return failure;
    }
    String reason =
        failure.getReason() != null
            ? failure.getReason()
            : failure instanceof AccessDeniedException
                ? "you may not write there"
                : failure.getClass().getSimpleName();
    FileSystemException told =
        new FileSystemException(target.toString(), null, "cannot be written: " + reason);
    told.initCause(failure);
    return told;
  }

  @Override
  public void close() throws IOException {
    temporary.close();
  }
}
