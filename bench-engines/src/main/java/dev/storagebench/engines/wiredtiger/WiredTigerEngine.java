package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.TransactionRetry;
import dev.storagebench.engines.library.LibraryEngine;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import dev.storagebench.engines.library.NativeMemory.ScannedRecord;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** WiredTiger, MongoDB's B-tree, in a library of the system. */
public final class WiredTigerEngine extends LibraryEngine {
  public WiredTigerEngine() {
    super("wiredtiger");
  }

  private WiredTigerEngine(SystemLibrary library) {
    super(library);
  }

  @Override
  protected LibraryEngine with(SystemLibrary other, Candidate candidate) {
    return new WiredTigerEngine(other);
  }

  @Override
  protected String version(Path file) {
    return new WiredTigerLibrary(file).version();
  }

  /** WiredTiger's name of a codec. */
  static String codec(Compression compression) {
    return compression.name().toLowerCase(Locale.ROOT);
  }

  /** The extension with a codec, a library of its own: beside WiredTiger's, or installed. */
  private Optional<Path> extension(Compression compression) {
    if (compression == Compression.NONE) {
      return Optional.empty();
    }
    String name = "wiredtiger_" + codec(compression);
    return library
        .file()
        .map(file -> file.resolveSibling("lib" + name + ".so"))
        .filter(Files::isRegularFile)
        .or(() -> new SystemLibrary(name(), name, library.remedy()).file());
  }

  @Override
  public Capabilities capabilities() {
    Set<Compression> codecs = EnumSet.allOf(Compression.class);
    codecs.removeIf(each -> each != Compression.NONE && extension(each).isEmpty());
    return super.capabilities().compressions(codecs);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings asked, Path file) {
    return new WiredTigerStore(
        folder, new WiredTigerLibrary(file), asked, extension(asked.compression()));
  }

  /**
   * An open WiredTiger database with its one table. A candidate's options are those of {@code
   * wiredtiger_open} and, prefixed with {@code create.}, those of {@code WT_SESSION.create}; a
   * {@code ;} in their values stands for WiredTiger's comma.
   */
  private static final class WiredTigerStore extends EmbeddedStore {
    private static final String TABLE = "table:records";
    // For WT_SESSION.begin_transaction of a batch.
    private static final String BATCH_ISOLATION = "isolation=snapshot";
    private static final String CREATE = "create.";
    private static final long MIN_CACHE_BYTES = 1 << 20;
    private static final int DEFAULT_LEAF_BYTES = 32 << 10;
    private static final int DEFAULT_ALLOCATION_BYTES = 4096;
    private static final int MIN_ALLOCATION_BYTES = 512;
    private static final int MAX_SESSIONS = 1024;
    // Longer than any key of a session.
    private static final int NO_KEY_BYTES = 512;
    private static final String CHECKPOINTS = "(wait=60,log_size=2GB)";

    private final WiredTigerLibrary library;
    private final long connection;
    private final long maintenance;

    /**
     * Opens it.
     *
     * @param codec the extension with the codec; empty for no compression
     */
    WiredTigerStore(
        Path folder, WiredTigerLibrary library, EngineSettings asked, Optional<Path> codec) {
      super("wiredtiger", folder, asked, inForce(asked), 0);
      this.library = library;
      List<Path> logs =
          attempt("list " + folder, () -> CacheFolder.entries(folder, "WiredTigerLog.*"));
      boolean beginsLog = asked.durability() != Durability.NONE && logs.isEmpty();
      this.connection = library.open(folder, connectionConfig(asked, codec));
      own(() -> library.call("close " + folder, connection, HandleMethod.CONNECTION_CLOSE, 0));
      try {
        this.maintenance = library.openSession(connection);
        library.create(maintenance, TABLE, tableConfig(asked));
        if (beginsLog) {
          beginLog();
        }
      } catch (EngineException e) {
        close();
        throw e;
      }
    }

    /**
     * Recovery skips a table whose last checkpoint was made without a log, as that of a store that
     * was loaded is; and a checkpoint skips a table that has not changed. So that it changes, a key
     * that no caller can have is put and deleted.
     */
    private void beginLog() {
      ByteBuffer key = ByteBuffer.allocateDirect(NO_KEY_BYTES);
      try (Session changing = session()) {
        changing.put(key, key);
        changing.delete(key);
      }
      settleStore(Duration.ZERO);
    }

    private static long cacheBytes(EngineSettings asked) {
      return Math.max(MIN_CACHE_BYTES, asked.cacheBytes());
    }

    /**
     * The unit in which files are allocated, at most a page. A compressed page is only kept if it
     * saves a unit, which a page of one unit cannot.
     */
    private static int allocationBytes(EngineSettings asked) {
      int leaf = asked.blockBytes().orElse(DEFAULT_LEAF_BYTES);
      return asked.compression() == Compression.NONE || leaf > DEFAULT_ALLOCATION_BYTES
          ? Math.min(DEFAULT_ALLOCATION_BYTES, Integer.highestOneBit(leaf))
          : MIN_ALLOCATION_BYTES;
    }

    private static int leafBytes(EngineSettings asked) {
      int unit = allocationBytes(asked);
      return (asked.blockBytes().orElse(DEFAULT_LEAF_BYTES) + unit - 1) / unit * unit;
    }

    private static String connectionConfig(EngineSettings asked, Optional<Path> codec) {
      String log =
          switch (asked.durability()) {
            case NONE -> "log=(enabled=false)";
            case PROCESS -> "log=(enabled=true),transaction_sync=(enabled=true,method=none)";
            case SYNC -> "log=(enabled=true),transaction_sync=(enabled=true,method=fsync)";
          };
      return "create,cache_size=%d,session_max=%d,checkpoint=%s,%s,extensions=[%s]%s"
          .formatted(
              cacheBytes(asked),
              MAX_SESSIONS,
              CHECKPOINTS,
              log,
              codec.map(file -> "\"" + file + "\"").orElse(""),
              candidateConfig(asked, false));
    }

    private static String tableConfig(EngineSettings asked) {
      return "key_format=u,value_format=u,allocation_size=%d,leaf_page_max=%d,block_compressor=%s%s"
          .formatted(
              allocationBytes(asked),
              leafBytes(asked),
              asked.compression() == Compression.NONE ? "" : codec(asked.compression()),
              candidateConfig(asked, true));
    }

    /** A candidate's own options, which override earlier ones of the same names. */
    private static String candidateConfig(EngineSettings asked, boolean ofTable) {
      return SystemLibrary.engineOptions(asked.options()).entrySet().stream()
          .filter(option -> option.getKey().startsWith(CREATE) == ofTable)
          .map(
              option ->
                  ",%s=%s"
                      .formatted(
                          option.getKey().replaceFirst("^" + Pattern.quote(CREATE), ""),
                          option.getValue().replace(';', ',')))
          .collect(Collectors.joining());
    }

    private static Map<String, ?> inForce(EngineSettings asked) {
      int unit = allocationBytes(asked);
      Map<String, Object> values = new HashMap<>();
      values.put("cacheBytes", cacheBytes(asked));
      values.put("blockBytes", leafBytes(asked));
      values.put("unit", unit);
      values.put("checkpoint", CHECKPOINTS);
      values.put("begin_transaction of batches", BATCH_ISOLATION);
      values.put("session_max", MAX_SESSIONS);
      if (unit != DEFAULT_ALLOCATION_BYTES) {
        values.put("allocation_size", unit);
      }
      return values;
    }

    @Override
    public Session session() {
      return new WiredTigerSession();
    }

    /**
     * Writes a checkpoint; what may go on after it is eviction, which only frees clean pages then.
     */
    @Override
    protected Settling settleStore(Duration atMost) {
      return Settling.by(
          "WT_SESSION.checkpoint; there is no other background work",
          () -> library.call("checkpoint", maintenance, HandleMethod.CHECKPOINT, 0));
    }

    /**
     * One thread's {@code WT_SESSION} with a cursor that stays open. After each read the cursor is
     * reset, as <a
     * href="https://source.wiredtiger.com/mongodb-4.2/tune_cursor_persist.html">WiredTiger
     * advises</a>, so that it neither pins a page in the cache nor reads old data; {@code insert},
     * which replaces as well, leaves it without a position.
     */
    private final class WiredTigerSession implements Session {
      // WT_ITEM: address, size and three members for internal use.
      private static final int ITEM_BYTES = 40;
      private static final int VALUE = ITEM_BYTES;
      private static final int SIZE = Long.BYTES;
      private static final int EXACT = 2 * ITEM_BYTES;
      private static final int FIRST_BATCH_VALUE_BYTES = 4096;

      private final long session = library.openSession(connection);
      private final long cursor = library.openCursor(session, TABLE);
      private final long getKey = library.method(cursor, HandleMethod.GET_KEY);
      private final long getValue = library.method(cursor, HandleMethod.GET_VALUE);
      private final long setKey = library.method(cursor, HandleMethod.SET_KEY);
      private final long setValue = library.method(cursor, HandleMethod.SET_VALUE);
      private final long reset = library.method(cursor, HandleMethod.RESET);
      private final long search = library.method(cursor, HandleMethod.SEARCH);
      private final long insert = library.method(cursor, HandleMethod.INSERT);
      private final long remove = library.method(cursor, HandleMethod.REMOVE);
      private final Block items = new Block(EXACT + Long.BYTES);
      private final long keyItem = items.address();
      private final long valueItem = items.address() + VALUE;
      private final ScannedRecord record = new ScannedRecord();

      /** Passes a buffer without a copy; it must not change until the next call has returned. */
      private void setKey(ByteBuffer key) {
        items.putLong(0, NativeMemory.address(key));
        items.putLong(SIZE, key.remaining());
        NativeCall.call(setKey, cursor, keyItem);
      }

      private int insert(ByteBuffer key, ByteBuffer value) {
        setKey(key);
        items.putLong(VALUE, NativeMemory.address(value));
        items.putLong(VALUE + SIZE, value.remaining());
        NativeCall.call(setValue, cursor, valueItem);
        return NativeCall.call(insert, cursor);
      }

      @Override
      public int get(ByteBuffer key, ByteBuffer into) {
        setKey(key);
        if (!library.found("get", NativeCall.call(search, cursor))) {
          return MISSING;
        }
        try {
          return value(into);
        } finally {
          NativeCall.call(reset, cursor);
        }
      }

      private int value(ByteBuffer into) {
        library.check("get", NativeCall.call(getValue, cursor, valueItem));
        return NativeMemory.copyValue(
            "wiredtiger", items.getLong(VALUE), items.getLong(VALUE + SIZE), into);
      }

      private void begin(String operation) {
        try (Block isolation = Block.of(BATCH_ISOLATION)) {
          library.call(operation, session, HandleMethod.BEGIN_TRANSACTION, isolation.address());
        }
      }

      /** In one transaction, whose end resets the cursor. */
      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        long rollback = library.method(session, HandleMethod.ROLLBACK_TRANSACTION);
        begin("begin to read");
        try {
          for (int i = 0; i < keys.length; i++) {
            setKey(keys[i]);
            boolean found = library.found("get", NativeCall.call(search, cursor));
            lengths[i] = found ? value(into[i]) : MISSING;
          }
        } finally {
          NativeCall.call(rollback, session, 0);
        }
      }

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        library.check("put", insert(key, value));
      }

      @Override
      public void delete(ByteBuffer key) {
        setKey(key);
        library.found("delete", NativeCall.call(remove, cursor));
        NativeCall.call(reset, cursor);
      }

      @Override
      public Batch batch() {
        return ArrayBatch.sorted(
            puts ->
                TransactionRetry.untilDone("wiredtiger", "write a batch", () -> writeOnce(puts)));
      }

      /** False after a conflict, which rolls the transaction back. */
      private boolean writeOnce(List<ArrayBatch.Put> puts) {
        begin("begin a batch");
        ByteBuffer keyCopy = ByteBuffer.allocateDirect(ScannedRecord.MAX_KEY_BYTES);
        ByteBuffer valueCopy = ByteBuffer.allocateDirect(FIRST_BATCH_VALUE_BYTES);
        int result = 0;
        for (ArrayBatch.Put put : puts) {
          if (put.value().length > valueCopy.capacity()) {
            valueCopy = ByteBuffer.allocateDirect(2 * put.value().length);
          }
          result =
              insert(
                  keyCopy.clear().put(put.key()).flip(), valueCopy.clear().put(put.value()).flip());
          if (result != 0) {
            break;
          }
        }
        if (result == 0) {
          // Rolls back if it fails.
          long commit = library.method(session, HandleMethod.COMMIT_TRANSACTION);
          result = NativeCall.call(commit, session, 0);
        } else {
          library.call("roll back a batch", session, HandleMethod.ROLLBACK_TRANSACTION, 0);
        }
        if (result == WiredTigerLibrary.ROLLBACK) {
          return false;
        }
        library.check("write a batch", result);
        return true;
      }

      @Override
      public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        long step = library.method(cursor, forward ? HandleMethod.NEXT : HandleMethod.PREV);
        int visited = 0;
        try {
          int result = seek(from, forward, step);
          while (library.found("scan", result)) {
            library.check("scan", NativeCall.call(getKey, cursor, keyItem));
            library.check("scan", NativeCall.call(getValue, cursor, valueItem));
            visitor.record(
                record.key(items.getLong(0), items.getLong(SIZE)),
                record.value(items.getLong(VALUE), items.getLong(VALUE + SIZE)));
            visited++;
            if (visited == limit) {
              return visited;
            }
            result = NativeCall.call(step, cursor);
          }
        } finally {
          NativeCall.call(reset, cursor);
        }
        return visited;
      }

      /** The search ends at a neighbour on either side; from the wrong side it takes one step. */
      private int seek(ByteBuffer from, boolean forward, long step) {
        setKey(from);
        long searchNear = library.method(cursor, HandleMethod.SEARCH_NEAR);
        int result = NativeCall.call(searchNear, cursor, items.address() + EXACT);
        int side = items.getInt(EXACT);
        boolean wrong = forward ? side < 0 : side > 0;
        return result == 0 && wrong ? NativeCall.call(step, cursor) : result;
      }

      /** Closes the cursor as well. */
      @Override
      public void close() {
        try (items) {
          library.call("close a session", session, HandleMethod.SESSION_CLOSE, 0);
        }
      }
    }
  }
}
