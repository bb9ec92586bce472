package dev.storagebench.engines.leveldbc;

import com.kenai.jffi.MemoryIO;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;

/** The way from direct buffers to addresses and back. */
final class Addresses {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();

  private Addresses() {}

  /** Where a direct buffer's content begins, at its position. */
  static long of(ByteBuffer direct) {
    return MEMORY.getDirectBufferAddress(direct) + direct.position();
  }

  /**
   * Copies a value as {@link Session#get} wants it.
   *
   * @return the value's length
   * @throws EngineException if it does not fit
   */
  static int copy(String engine, long value, long valueBytes, ByteBuffer into) {
    int length = Math.toIntExact(valueBytes);
    if (length > into.capacity()) {
      throw EngineException.doesNotFit(engine, length, into.capacity());
    }
    into.limit(length).position(0);
    MEMORY.copyMemory(value, MEMORY.getDirectBufferAddress(into), length);
    return length;
  }

  /** A view of memory, for as long as its owner leaves it there. */
  static ByteBuffer view(long address, long bytes) {
    return MEMORY.newDirectByteBuffer(address, Math.toIntExact(bytes));
  }
}
