package dev.storagebench.core.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A failure of an engine: its own error code or text, the limit that was reached, the next step.
 */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * A failed call; a cause that is an {@link EngineException} already says what failed and stays as
   * it is.
   *
   * @param action what was attempted, such as {@code open /data/store}
   */
  public static EngineException cannot(String engine, String action, Throwable cause) {
    if (cause instanceof EngineException own) {
      return own;
    }
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new EngineException("%s: cannot %s: %s".formatted(engine, action, reason), cause);
  }

  /** A stored value that is longer than the caller's buffer. */
  public static EngineException doesNotFit(String engine, int valueBytes, int capacityBytes) {
    return new EngineException(
        "%s: a value of %,d bytes does not fit into the buffer of %,d bytes"
            .formatted(engine, valueBytes, capacityBytes));
  }

  /** An option of a candidate that the engine does not accept, with the engine's reason. */
  public static EngineException refused(
      String engine, String option, String reason, @Nullable Throwable cause) {
    return new EngineException(
        "%s does not accept the option %s: %s".formatted(engine, option, reason), cause);
  }

  /**
   * Rejects all options of a candidate, for an engine without options.
   *
   * @throws EngineException for the first option
   */
  public static void refuseAll(String engine, Set<String> options) {
    options.stream()
        .findFirst()
        .ifPresent(
            option -> {
              throw refused(engine, option, "it has no options; leave it out", null);
            });
  }
}
