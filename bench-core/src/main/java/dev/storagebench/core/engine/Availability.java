package dev.storagebench.core.engine;

/** Whether an engine can run on this machine. */
public sealed interface Availability {

  /**
   * The engine, or the reason why it cannot run.
   *
   * @throws UnsupportedSettingException if it cannot run here
   */
  default Available orThrow(String engine) {
    if (this instanceof Unsupported unsupported) {
      throw new UnsupportedSettingException(engine + ": " + unsupported.message());
    }
    return (Available) this;
  }

  /**
   * The engine can run.
   *
   * @param version the engine's own version (that of the native library, not of its Java binding,
   *     if they differ)
   * @param library where it comes from: an artifact with its version, or the path of a library
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
