package dev.storagebench.core.clients;

import java.util.List;
import java.util.OptionalInt;

/** Started processes. */
public interface Launched extends AutoCloseable {

  /**
   * A process that has ended.
   *
   * @param index which it was; empty for a command that started several
   * @param name for messages: where it ran, or the command
   * @param exit its exit code
   * @param lastLine the last line of its standard error; empty if it wrote none
   */
  record Ended(OptionalInt index, String name, int exit, String lastLine) {
    @Override
    public String toString() {
      return "%s%s ended with exit code %d%s"
          .formatted(
              index.isPresent() ? index.getAsInt() + " on " : "",
              name,
              exit,
              lastLine.isEmpty() ? "" : ": " + lastLine);
    }
  }

  /** Those that have ended so far; for any thread. */
  List<Ended> ended();

  /** Ends all of them, on other machines as well, and returns when they have ended. */
  @Override
  void close();
}
