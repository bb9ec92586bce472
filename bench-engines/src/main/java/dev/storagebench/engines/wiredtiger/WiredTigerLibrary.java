package dev.storagebench.engines.wiredtiger;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Closure;
import com.kenai.jffi.ClosureManager;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.engines.library.LoadedLibrary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The loaded library: its functions, and calls of methods by their addresses. */
final class WiredTigerLibrary {
  /** The result of a search without a hit. */
  static final int NOT_FOUND = -31803;

  /** The result of an operation in a transaction that is in another one's way. */
  static final int ROLLBACK = -31800;

  private static final MemoryIO MEMORY = MemoryIO.getInstance();
  private static final Invoker INVOKER = Invoker.getInstance();
  private static final CallContext ONE = context(1);
  private static final CallContext TWO = context(2);
  private static final CallContext THREE = context(3);
  private static final CallContext FOUR = context(4);
  private static final CallContext FIVE = context(5);

  private static final CallContext HANDLE_ERROR =
      CallContext.getCallContext(
          Type.SINT32,
          new Type[] {Type.POINTER, Type.POINTER, Type.SINT32, Type.POINTER},
          CallingConvention.DEFAULT,
          /* saveErrno= */ false);
  private static final int EVENT_HANDLER_BYTES = 64;

  private volatile String lastError = "";
  private final WiredTigerCalls calls;
  private final String version;
  private final HandleLayout layout;
  private Closure.@Nullable Handle handleError;

  /**
   * Loads the library.
   *
   * @throws EngineException if it does not load, or its version is not known
   */
  WiredTigerLibrary(Path file) {
    this.calls = new LoadedLibrary(file, "wiredtiger").calls(WiredTigerCalls.class);
    long numbers = MEMORY.allocateMemory(3L * Integer.BYTES, true);
    try {
      calls.version(numbers, numbers + Integer.BYTES, numbers + 2 * Integer.BYTES);
      int major = MEMORY.getInt(numbers);
      int minor = MEMORY.getInt(numbers + Integer.BYTES);
      int patch = MEMORY.getInt(numbers + 2 * Integer.BYTES);
      this.version = major + "." + minor + "." + patch;
      this.layout =
          HandleLayout.of(major, minor, patch)
              .orElseThrow(
                  () ->
                      new EngineException(
                          "the layout of WiredTiger %s (%s) is not known; those of %s are"
                              .formatted(version, file, HandleLayout.KNOWN)));
    } finally {
      MEMORY.freeMemory(numbers);
    }
  }

  private static CallContext context(int pointers) {
    Type[] parameters = new Type[pointers];
    Arrays.fill(parameters, Type.POINTER);
    return CallContext.getCallContext(
        Type.SINT32, parameters, CallingConvention.DEFAULT, /* saveErrno= */ false);
  }

  String version() {
    return version;
  }

  HandleLayout layout() {
    return layout;
  }

  /** The address of a handle's method. */
  static long method(long handle, int offset) {
    return MEMORY.getLong(handle + offset);
  }

  static int call(long method, long handle) {
    return (int) INVOKER.invokeN1(ONE, method, handle);
  }

  static int call(long method, long handle, long argument) {
    return (int) INVOKER.invokeN2(TWO, method, handle, argument);
  }

  static int call(long method, long handle, long first, long second) {
    return (int) INVOKER.invokeN3(THREE, method, handle, first, second);
  }

  static int call(long method, long handle, long first, long second, long third) {
    return (int) INVOKER.invokeN4(FOUR, method, handle, first, second, third);
  }

  static int call(long method, long handle, long first, long second, long third, long fourth) {
    return (int) INVOKER.invokeN5(FIVE, method, handle, first, second, third, fourth);
  }

  /**
   * Looks at a result.
   *
   * @throws EngineException with WiredTiger's number, text and last message, unless it is 0
   */
  void check(String what, int result) {
    if (result != 0) {
      throw new EngineException(
          "wiredtiger: cannot %s [%d]: %s%s"
              .formatted(what, result, calls.strerror(result), lastError));
    }
  }

  /**
   * A {@code WT_EVENT_HANDLER} whose first function, {@code handle_error}, keeps the message; the
   * others are null, for which WiredTiger has its own. It stays where it is, as its connection
   * does.
   */
  private long eventHandler() {
    handleError =
        ClosureManager.getInstance()
            .newClosure(
                call -> {
                  lastError =
                      ": "
                          + new String(
                              MEMORY.getZeroTerminatedByteArray(call.getAddress(3)),
                              StandardCharsets.UTF_8);
                  call.setIntReturn(0);
                },
                HANDLE_ERROR);
    long handler = MEMORY.allocateMemory(EVENT_HANDLER_BYTES, true);
    MEMORY.putAddress(handler, handleError.getAddress());
    return handler;
  }

  /** Opens a database and returns the {@code WT_CONNECTION}. */
  long open(Path home, String config) {
    try (Block connection = new Block(Long.BYTES)) {
      check(
          "open " + home,
          calls.open(home.toString(), eventHandler(), config, connection.address()));
      return MEMORY.getLong(connection.address());
    }
  }

  /** {@code WT_CONNECTION.open_session}: returns the {@code WT_SESSION}. */
  long openSession(long connection) {
    try (Block session = new Block(Long.BYTES)) {
      long method = method(connection, layout.openSession());
      check("open a session", call(method, connection, 0, 0, session.address()));
      return MEMORY.getLong(session.address());
    }
  }

  /** {@code WT_SESSION.open_cursor}: returns the {@code WT_CURSOR}. */
  long openCursor(long session, String uri) {
    try (Block cursor = new Block(Long.BYTES);
        Block name = new Block(uri)) {
      long method = method(session, layout.openCursor());
      check("open " + uri, call(method, session, name.address(), 0, 0, cursor.address()));
      return MEMORY.getLong(cursor.address());
    }
  }

  /** {@code WT_SESSION.create}; nothing happens if the table exists. */
  void create(long session, String uri, String config) {
    try (Block name = new Block(uri);
        Block configuration = new Block(config)) {
      long method = method(session, layout.create());
      check("create " + uri, call(method, session, name.address(), configuration.address()));
    }
  }

  /** Memory outside the heap. */
  record Block(long address) implements AutoCloseable {

    /** Zeros. */
    Block(int bytes) {
      this(MEMORY.allocateMemory(bytes, true));
    }

    /** A text with its terminator. */
    Block(String text) {
      this(text.getBytes(StandardCharsets.UTF_8));
    }

    private Block(byte[] text) {
      this(text.length + 1);
      MEMORY.putZeroTerminatedByteArray(address, text, 0, text.length);
    }

    @Override
    public void close() {
      MEMORY.freeMemory(address);
    }
  }
}
