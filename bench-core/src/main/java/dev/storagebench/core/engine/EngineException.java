package dev.storagebench.core.engine;

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
}
