package dev.storagebench.core.engine;

/** A setting that an engine cannot honour and that nothing can stand in for. */
public final class UnsupportedSettingException extends EngineException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the engine, the setting with its value, and the values it accepts
   */
  public UnsupportedSettingException(String message) {
    super(message);
  }
}
