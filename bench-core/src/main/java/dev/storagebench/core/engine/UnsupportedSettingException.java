package dev.storagebench.core.engine;

/**
 * Something that the engine, or this machine, does not support: the cell is reported as
 * unsupported, not as failed.
 */
public final class UnsupportedSettingException extends EngineException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the engine, the value, and the supported values
   */
  public UnsupportedSettingException(String message) {
    super(message);
  }
}
