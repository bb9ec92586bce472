package dev.storagebench.core.engine;

/** A store that does not hold what was put into it: it is of no further use. */
public final class WrongContentException extends EngineException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the engine, what it holds and what was put into it
   */
  public WrongContentException(String message) {
    super(message);
  }
}
