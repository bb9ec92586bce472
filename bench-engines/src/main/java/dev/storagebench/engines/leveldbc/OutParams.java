package dev.storagebench.engines.leveldbc;

import com.kenai.jffi.MemoryIO;
import dev.storagebench.core.engine.EngineException;
import java.nio.charset.StandardCharsets;

/**
 * Where C functions leave what they do not return: an error's text and a length. For one thread;
 * freed when closed.
 */
final class OutParams implements AutoCloseable {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();
  private static final int BYTES = 2 * Long.BYTES;

  private final String engine;
  private final CommonCalls calls;
  private final long error = MEMORY.allocateMemory(BYTES, true);

  OutParams(String engine, CommonCalls calls) {
    this.engine = engine;
    this.calls = calls;
  }

  /** The address for a {@code char**}. */
  long error() {
    return error;
  }

  /** The address for a {@code size_t*}. */
  long length() {
    return error + Long.BYTES;
  }

  /** The length that the last function left. */
  long lengthValue() {
    return MEMORY.getLong(error + Long.BYTES);
  }

  /**
   * Looks whether the last function failed.
   *
   * @throws EngineException with the library's own text
   */
  void check(String what) {
    long text = MEMORY.getLong(error);
    if (text != 0) {
      MEMORY.putLong(error, 0);
      throw new EngineException(engine + ": cannot " + what + ": " + text(text));
    }
  }

  /** The text at an address, which is freed. */
  String text(long address) {
    String text = new String(MEMORY.getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
    calls.free(address);
    return text;
  }

  @Override
  public void close() {
    MEMORY.freeMemory(error);
  }
}
