package dev.storagebench.engines.library;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;

/**
 * A record that a scan has found in native memory, copied into two buffers that are used again for
 * the next one: to make a new buffer around each costs more than to copy it. For one thread.
 */
public final class NativeRecord {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();
  private static final int KEY_BYTES = 511;
  private static final int FIRST_VALUE_BYTES = 4096;

  private ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);
  private ByteBuffer value = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);

  /** Nothing yet. */
  public NativeRecord() {}

  /** A copy of the key at an address, valid until the next one. */
  public ByteBuffer key(long address, long bytes) {
    key = copy(address, bytes, key);
    return key;
  }

  /** A copy of the value at an address, valid until the next one. */
  public ByteBuffer value(long address, long bytes) {
    value = copy(address, bytes, value);
    return value;
  }

  private static ByteBuffer copy(long address, long bytes, ByteBuffer into) {
    int length = Math.toIntExact(bytes);
    ByteBuffer target =
        length <= into.capacity() ? into : ByteBuffer.allocateDirect(Math.addExact(length, length));
    target.limit(length).position(0);
    MEMORY.copyMemory(address, MEMORY.getDirectBufferAddress(target), length);
    return target;
  }
}
