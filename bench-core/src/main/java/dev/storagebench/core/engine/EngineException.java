package dev.storagebench.core.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A failure of an engine: the message gives the engine's own code or text, the limit that was met
 * and the next step.
 */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** A stored value that is longer than the caller's buffer. */
  public static EngineException doesNotFit(String engine, int valueBytes, int capacityBytes) {
    return new EngineException(
        "%s: a value of %,d bytes does not fit into the buffer of %,d bytes"
            .formatted(engine, valueBytes, capacityBytes));
  }

  /** An option of a candidate that the engine does not take, with the engine's reason. */
  public static EngineException refused(
      String engine, String option, String reason, @Nullable Throwable cause) {
    return new EngineException(
        "%s refuses the option %s: %s".formatted(engine, option, reason), cause);
  }

  /**
   * Refuses all options of a candidate, for an engine that has none to set.
   *
   * @throws EngineException which names the first
   */
  public static void refuseAll(String engine, Set<String> options) {
    options.stream()
        .findFirst()
        .ifPresent(
            option -> {
              throw refused(engine, option, "it has no options of its own; leave it out", null);
            });
  }
}
