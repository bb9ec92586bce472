package dev.storagebench.engines.library;

import com.kenai.jffi.MemoryIO;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Memory off the heap, by address. */
public final class NativeMemory {
  private static final MemoryIO MEMORY = MemoryIO.getInstance();

  // jffi asks for an address by JNI, which costs as much as a short C function.
  private static final VarHandle ADDRESS = addressField();

  private NativeMemory() {}

  private static VarHandle addressField() {
    try {
      return MethodHandles.privateLookupIn(Buffer.class, MethodHandles.lookup())
          .findVarHandle(Buffer.class, "address", long.class);
    } catch (ReflectiveOperationException e) {
      throw new EngineException(
          "engines in C need the JVM flag --add-opens=java.base/java.nio=ALL-UNNAMED", e);
    }
  }

  /** The address of a direct buffer's content, at its position. */
  public static long address(ByteBuffer direct) {
    return start(direct) + direct.position();
  }

  private static long start(ByteBuffer direct) {
    return (long) ADDRESS.get((Buffer) direct);
  }

  /**
   * Copies a value to the caller's buffer as {@link Session#get} does.
   *
   * @return the value's length
   * @throws EngineException if it does not fit
   */
  public static int copyValue(String engine, long address, long bytes, ByteBuffer into) {
    int length = Math.toIntExact(bytes);
    if (length > into.capacity()) {
      throw EngineException.doesNotFit(engine, length, into.capacity());
    }
    into.limit(length).position(0);
    MEMORY.copyMemory(address, start(into), length);
    return length;
  }

  /** A view, valid as long as the memory is. */
  public static ByteBuffer view(long address, long bytes) {
    return MEMORY.newDirectByteBuffer(address, Math.toIntExact(bytes));
  }

  /** The pointer that is stored at an address. */
  public static long pointer(long address) {
    return MEMORY.getLong(address);
  }

  /** A zero-terminated text. */
  public static String text(long address) {
    return new String(MEMORY.getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
  }

  /** A library's function that stores the parts of its version as {@code int} at addresses. */
  @FunctionalInterface
  public interface Version {
    void store(long major, long minor, long patch);
  }

  /** The version of a library. */
  public static String version(Version function) {
    try (Block numbers = new Block(3 * Integer.BYTES)) {
      long first = numbers.address();
      function.store(first, first + Integer.BYTES, first + 2 * Integer.BYTES);
      return "%d.%d.%d"
          .formatted(
              numbers.getInt(0), numbers.getInt(Integer.BYTES), numbers.getInt(2 * Integer.BYTES));
    }
  }

  /** A block of native memory with one owner. */
  public record Block(long address) implements AutoCloseable {

    /** Zeros. */
    public Block(int bytes) {
      this(MEMORY.allocateMemory(bytes, /* clear= */ true));
    }

    /** A zero-terminated text. */
    public static Block of(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      Block block = new Block(bytes.length + 1);
      MEMORY.putZeroTerminatedByteArray(block.address, bytes, 0, bytes.length);
      return block;
    }

    /** The {@code long}, {@code size_t} or pointer at an offset in bytes. */
    public long getLong(int offset) {
      return MEMORY.getLong(address + offset);
    }

    /** The {@code int} at an offset in bytes. */
    public int getInt(int offset) {
      return MEMORY.getInt(address + offset);
    }

    /** Sets the {@code long}, {@code size_t} or pointer at an offset in bytes. */
    public void putLong(int offset, long value) {
      MEMORY.putLong(address + offset, value);
    }

    @Override
    public void close() {
      MEMORY.freeMemory(address);
    }
  }

  /**
   * The record that a scan visits, copied into two buffers that are used again for the next one: a
   * new buffer around each would cost more than the copy. For one thread.
   */
  public static final class ScannedRecord {
    /** The longest key. */
    public static final int MAX_KEY_BYTES = 511;

    private static final int FIRST_VALUE_BYTES = 4096;

    private final ByteBuffer key = ByteBuffer.allocateDirect(MAX_KEY_BYTES);
    private ByteBuffer value = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);

    /** A copy of the key, valid until the next call. */
    public ByteBuffer key(long address, long bytes) {
      copyValue("scan", address, bytes, key);
      return key;
    }

    /** A copy of the value, valid until the next call. */
    public ByteBuffer value(long address, long bytes) {
      if (bytes > value.capacity()) {
        value = ByteBuffer.allocateDirect(Math.toIntExact(2 * bytes));
      }
      copyValue("scan", address, bytes, value);
      return value;
    }
  }
}
