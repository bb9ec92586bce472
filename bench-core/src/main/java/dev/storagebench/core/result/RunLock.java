package dev.storagebench.core.result;

import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;

/** An exclusive lock on a run's folder. */
public final class RunLock implements AutoCloseable {
  private final ProcessLock lock;

  private RunLock(ProcessLock lock) {
    this.lock = lock;
  }

  /**
   * Takes it.
   *
   * @throws IOException if another process or thread has it
   */
  public static RunLock take(RunFolder folder) throws IOException {
    return new RunLock(
        ProcessLock.tryTake(folder.path().resolve("run.lock"))
            .orElseThrow(
                () ->
                    new IOException(
                        "another run is using %s; wait until it ends or name another folder with --out"
                            .formatted(folder.path()))));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
