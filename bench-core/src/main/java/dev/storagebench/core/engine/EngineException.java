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
}
