package dev.storagebench.core.launch;

import java.util.List;

/** Started processes. */
public interface Launched extends AutoCloseable {

  /**
   * A process that has ended.
   *
   * @param name for messages: its index and where it ran, or the command that started several
   * @param exit its exit code
   * @param lastLine the last line of its standard error; empty if it wrote none
   */
  record Ended(String name, int exit, String lastLine) {
    @Override
    public String toString() {
      return "%s ended with exit code %d%s"
          .formatted(name, exit, lastLine.isEmpty() ? "" : ": " + lastLine);
    }
  }

  /** Those that have ended so far; for any thread. */
  List<Ended> ended();

  /** Ends all of them, on other machines as well, and returns when they have ended. */
  @Override
  void close();
}
