package dev.storagebench.engines.wiredtiger;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.Closure;
import com.kenai.jffi.ClosureManager;
import com.kenai.jffi.Type;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.engines.library.LoadedLibrary;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The loaded library: its functions, and calls of its handles' methods by their addresses. */
final class WiredTigerLibrary {
  /** {@code WT_NOTFOUND}. */
  private static final int NOT_FOUND = -31803;

  /** {@code WT_ROLLBACK}: a conflict with another transaction. */
  static final int ROLLBACK = -31800;

  private static final CallContext HANDLE_ERROR =
      NativeCall.context(Type.POINTER, Type.POINTER, Type.SINT32, Type.POINTER);
  private static final int EVENT_HANDLER_BYTES = 64;

  private final Functions functions;
  private final String version;
  private final int layout;
  private volatile String lastError = "";
  private Closure.@Nullable Handle handleError;

  /** The functions that are not methods. Public because jnr-ffi implements it. */
  public interface Functions {

    /** {@code wiredtiger_version}; the parameters are addresses of {@code int}. */
    String version(long major, long minor, long patch);

    /** {@code wiredtiger_open}; the last parameter is the address of a {@code WT_CONNECTION*}. */
    int open(String home, long eventHandler, String config, long connection);

    /** {@code wiredtiger_strerror}. */
    String strerror(int error);
  }

  /**
   * Loads the library.
   *
   * @throws EngineException if it does not load or its version is unknown
   */
  WiredTigerLibrary(Path file) {
    this.functions = new LoadedLibrary(file, "wiredtiger", "open").bind(Functions.class);
    this.version = NativeMemory.version(functions::version);
    this.layout =
        HandleMethod.layout(version)
            .orElseThrow(
                () ->
                    new EngineException(
                        "WiredTiger %s (%s) is not supported (supported: %s)"
                            .formatted(version, file, HandleMethod.VERSIONS)));
  }

  String version() {
    return version;
  }

  /** The address of a handle's method. */
  long method(long handle, HandleMethod method) {
    return NativeMemory.pointer(handle + method.offset(layout));
  }

  /**
   * Checks a result.
   *
   * @throws EngineException with WiredTiger's code and message, unless it is 0
   */
  void check(String operation, int result) {
    if (result != 0) {
      throw new EngineException(
          "wiredtiger: cannot %s [%d]: %s%s"
              .formatted(operation, result, functions.strerror(result), lastError));
    }
  }

  /** Checks the result of a search; false if there is no such record. */
  boolean found(String operation, int result) {
    if (result == NOT_FOUND) {
      return false;
    }
    check(operation, result);
    return true;
  }

  /**
   * Calls a handle's method.
   *
   * @param argument besides the handle itself; 0 for none
   * @throws EngineException with WiredTiger's code and message, unless the result is 0
   */
  void call(String operation, long handle, HandleMethod method, long argument) {
    check(operation, NativeCall.call(method(handle, method), handle, argument));
  }

  /**
   * A {@code WT_EVENT_HANDLER} whose first function, {@code handle_error}, keeps the message; for
   * the others, which are null, WiredTiger has its own. Never freed, like its connection.
   */
  private long eventHandler() {
    handleError =
        ClosureManager.getInstance()
            .newClosure(
                call -> {
                  lastError = ": " + NativeMemory.text(call.getAddress(3));
                  call.setIntReturn(0);
                },
                HANDLE_ERROR);
    Block handler = new Block(EVENT_HANDLER_BYTES);
    handler.putLong(0, handleError.getAddress());
    return handler.address();
  }

  /** Calls a function that stores a new handle at an address, and returns the handle. */
  private long handle(String operation, ToIntFunction<Block> function) {
    try (Block handle = new Block(Long.BYTES)) {
      check(operation, function.applyAsInt(handle));
      return handle.getLong(0);
    }
  }

  /** Opens a database and returns the {@code WT_CONNECTION}. */
  long open(Path home, String config) {
    return handle(
        "open " + home,
        out -> functions.open(home.toString(), eventHandler(), config, out.address()));
  }

  /** {@code WT_CONNECTION.open_session}: returns the {@code WT_SESSION}. */
  long openSession(long connection) {
    long method = method(connection, HandleMethod.OPEN_SESSION);
    return handle(
        "open a session", out -> NativeCall.call(method, connection, 0, 0, out.address()));
  }

  /** {@code WT_SESSION.open_cursor}: returns the {@code WT_CURSOR}. */
  long openCursor(long session, String uri) {
    long method = method(session, HandleMethod.OPEN_CURSOR);
    try (Block name = Block.of(uri)) {
      return handle(
          "open " + uri,
          out -> NativeCall.call(method, session, name.address(), 0, 0, out.address()));
    }
  }

  /** {@code WT_SESSION.create}; nothing happens if the table exists. */
  void create(long session, String uri, String config) {
    try (Block name = Block.of(uri);
        Block configuration = Block.of(config)) {
      long method = method(session, HandleMethod.CREATE);
      check(
          "create " + uri,
          NativeCall.call(method, session, name.address(), configuration.address()));
    }
  }
}
