package dev.storagebench.core.engine;

/** A store that does not contain what was written to it; it must be loaded again. */
public final class WrongContentException extends EngineException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the engine, the actual and the expected content
   */
  public WrongContentException(String message) {
    super(message);
  }
}
