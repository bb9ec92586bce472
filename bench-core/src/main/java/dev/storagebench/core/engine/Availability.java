package dev.storagebench.core.engine;

/** Whether an engine can run on this machine. */
public sealed interface Availability {

  /**
   * The engine can run.
   *
   * @param version the engine's own version (of the native library, not of its Java binding, where
   *     the two differ)
   * @param library what provides it: an artifact with its version, or a library's path
   */
  record Available(String version, String library) implements Availability {}

  /**
   * The engine cannot run here.
   *
   * @param reason why, for example {@code "libaio.so.1 is not installed"}
   * @param remedy what the user can do about it, for example {@code "apt-get install libaio1"};
   *     empty if nothing
   */
  record Unsupported(String reason, String remedy) implements Availability {

    /** Reason and remedy in one line. */
    public String message() {
      return remedy.isEmpty() ? reason : reason + "; " + remedy;
    }
  }
}
