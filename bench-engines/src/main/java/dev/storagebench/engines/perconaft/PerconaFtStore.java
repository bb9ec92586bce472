package dev.storagebench.engines.perconaft;

import static java.util.stream.Collectors.toCollection;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.NativeMemory.Block;
import dev.storagebench.engines.library.SystemLibrary;
import dev.storagebench.engines.perconaft.Handle.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** An open environment of PerconaFT with one dictionary. */
final class PerconaFtStore extends EmbeddedStore {
  static final int MAX_KEY_BYTES = 32 << 10;
  static final int MAX_VALUE_BYTES = 32 << 20;

  /** {@code DB_TXN_NOSYNC}. */
  private static final int NO_SYNC = 0x200;

  // DB_RECOVER, DB_THREAD and DB_CREATE, DB_INIT_LOCK, _LOG, _MPOOL and _TXN, DB_PRIVATE. A store
  // that was written without a log cannot be opened with one, so all have it.
  private static final int OPEN_ENV =
      0x40 | 0x80 | 1 | 0x20000 | 0x40000 | 0x80000 | 0x200000 | 0x800000;
  private static final int BTREE = 1;
  private static final int CREATE = 1;
  private static final int MODE = 0644;
  // FT_DEFAULT_BASEMENT_NODE_SIZE.
  private static final int DEFAULT_BLOCK_BYTES = 128 << 10;
  private static final int LOCK_MILLIS = 4000;
  private static final long BATCH_BYTES = 1 << 20;

  /** Values of a candidate's options if it does not give them. */
  private static final Map<String, String> DEFAULTS =
      Map.of("checkpointing_period", "60", "cleaner_period", "1", "cleaner_iterations", "5");

  // By the names of their setters.
  private static final Map<String, Method> BEFORE_OPENING = Map.of("lg_max", Method.ENV_SET_LG_MAX);
  private static final Map<String, Method> WHEN_OPEN =
      Map.of(
          "checkpointing_period", Method.ENV_CHECKPOINTING_SET_PERIOD,
          "cleaner_period", Method.ENV_CLEANER_SET_PERIOD,
          "cleaner_iterations", Method.ENV_CLEANER_SET_ITERATIONS);
  private static final Map<String, Method> OF_DICTIONARY =
      Map.of(
          "pagesize", Method.DB_SET_PAGESIZE,
          "readpagesize", Method.DB_SET_READPAGESIZE,
          "fanout", Method.DB_SET_FANOUT);

  private static final Set<String> OPTIONS =
      Stream.of(
              BEFORE_OPENING.keySet(),
              WHEN_OPEN.keySet(),
              OF_DICTIONARY.keySet(),
              Set.of(Codec.OPTION))
          .flatMap(Set::stream)
          .collect(toCollection(TreeSet::new));

  private final PerconaFtLibrary library;
  private final Durability durability;
  private final long env;
  private final long db;

  PerconaFtStore(Path folder, EngineSettings asked, PerconaFtLibrary library) {
    super("perconaft", folder, asked, inForce(asked), BATCH_BYTES);
    if (asked.expected().maxValueBytes() > MAX_VALUE_BYTES) {
      throw new UnsupportedSettingException(
          "perconaft stores values of up to %,d bytes; the data has one of %,d"
              .formatted(MAX_VALUE_BYTES, asked.expected().maxValueBytes()));
    }
    this.library = library;
    this.durability = asked.durability();
    Map<String, Integer> options = options(asked);
    try {
      library.syncFiles(durability != Durability.PROCESS);
      this.env = library.createEnv();
      own(() -> close(Method.ENV_CLOSE, env));
      openEnv(asked, options);
      this.db = library.createDb(env);
      own(() -> close(Method.DB_CLOSE, db));
      openDictionary(asked, options);
    } catch (EngineException e) {
      try {
        close();
      } catch (EngineException unclosed) {
        e.addSuppressed(unclosed);
      }
      throw e;
    }
  }

  /** The candidate's own numbers, with ours for those that it does not give. */
  private static Map<String, Integer> options(EngineSettings asked) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    Map<String, String> given = new TreeMap<>(DEFAULTS);
    given.putAll(SystemLibrary.engineOptions(asked.options()));
    given.remove(Codec.OPTION);
    given.forEach((option, value) -> numbers.put(option, number(option, value)));
    asked.blockBytes().ifPresent(bytes -> numbers.put("readpagesize", bytes));
    return numbers;
  }

  private static int number(String option, String value) {
    if (!OPTIONS.contains(option)) {
      throw EngineException.refused("perconaft", option, "valid options: " + OPTIONS, null);
    }
    try {
      return Integer.parseUnsignedInt(value);
    } catch (NumberFormatException e) {
      throw EngineException.refused("perconaft", option, "invalid number '%s'".formatted(value), e);
    }
  }

  /** Calls the setters of a stage. */
  private void set(Map<String, Method> setters, long handle, Map<String, Integer> options) {
    setters.forEach(
        (option, setter) -> {
          if (options.containsKey(option)) {
            library.check(
                "set " + option, NativeCall.call(setter.of(handle), handle, options.get(option)));
          }
        });
  }

  private void openEnv(EngineSettings asked, Map<String, Integer> options) {
    long cache = asked.cacheBytes();
    NativeCall.call(Method.ENV_SET_CHECK_THP.of(env), env, 0);
    library.check(
        "set the cache",
        NativeCall.call(
            Method.ENV_SET_CACHESIZE.of(env), env, cache >> 30, cache & ((1 << 30) - 1), 1));
    library.check("set redzone", NativeCall.call(Method.ENV_SET_REDZONE.of(env), env, 0));
    library.check(
        "set the lock timeout",
        NativeCall.call(Method.ENV_SET_LOCK_TIMEOUT.of(env), env, LOCK_MILLIS, 0));
    set(BEFORE_OPENING, env, options);
    try (Block home = Block.of(folder.toString())) {
      library.check(
          "open " + folder,
          NativeCall.call(Method.ENV_OPEN.of(env), env, home.address(), OPEN_ENV, MODE));
    }
    set(WHEN_OPEN, env, options);
  }

  private void openDictionary(EngineSettings asked, Map<String, Integer> options) {
    int codec = Codec.of(asked).method;
    library.check(
        "set the codec", NativeCall.call(Method.DB_SET_COMPRESSION_METHOD.of(db), db, codec));
    set(OF_DICTIONARY, db, options);
    try (Block name = Block.of("records");
        Block out = new Block(Long.BYTES)) {
      library.check(
          "open the dictionary",
          NativeCall.callWith(
              Method.DB_OPEN.of(db), db, 0, name.address(), 0, BTREE, CREATE, MODE));
      NativeCall.call(Method.DB_GET_COMPRESSION_METHOD.of(db), db, out.address());
      NativeCall.call(Method.DB_GET_READPAGESIZE.of(db), db, out.address() + Integer.BYTES);
      int block = out.getInt(Integer.BYTES);
      if (out.getInt(0) != codec || block != asked.blockBytes().orElse(block)) {
        throw new UnsupportedSettingException(
            "perconaft: codec %d and blocks of %,d bytes requested, but the store has codec %d and blocks of %,d"
                .formatted(codec, asked.blockBytes().orElse(block), out.getInt(0), block));
      }
    }
  }

  private void close(Method method, long handle) {
    library.check("close " + folder, NativeCall.call(method.of(handle), handle, 0));
  }

  private static Map<String, ?> inForce(EngineSettings asked) {
    Map<String, Object> values = new HashMap<>(DEFAULTS);
    values.put("set_lock_timeout", LOCK_MILLIS);
    values.put("blockBytes", DEFAULT_BLOCK_BYTES);
    Codec.of(asked.options()).ifPresent(codec -> values.put("compression", codec));
    return values;
  }

  @Override
  public Session session() {
    return new PerconaFtSession(library, env, db, durability == Durability.NONE ? NO_SYNC : 0);
  }

  private void checkpoint() {
    library.check("checkpoint", NativeCall.call(Method.ENV_TXN_CHECKPOINT.of(env), env, 0, 0, 0));
  }

  /** A checkpoint frees what the one before it needed, and the cleaner modifies nodes. */
  @Override
  protected Settling settleStore(Duration atMost) {
    library.syncFiles(true);
    try {
      return Polling.untilQuiet(
          atMost,
          "DB_ENV.txn_checkpoint until get_fractal_tree_info64 is the same for a second",
          this::checkpoint,
          () -> true,
          () -> {
            checkpoint();
            return stats();
          });
    } finally {
      library.syncFiles(durability != Durability.PROCESS);
    }
  }

  /** The blocks of the dictionary's file, as allocated and as in use. */
  @Override
  public Map<String, Long> stats() {
    try (Block out = new Block(4 * Long.BYTES)) {
      long first = out.address();
      library.check(
          "get sizes",
          NativeCall.call(
              Method.DB_GET_FRACTAL_TREE_INFO64.of(db),
              db,
              first,
              first + Long.BYTES,
              first + 2 * Long.BYTES,
              first + 3 * Long.BYTES));
      return Map.of(
          "num_blocks_allocated", out.getLong(0),
          "num_blocks_in_use", out.getLong(Long.BYTES),
          "size_allocated", out.getLong(2 * Long.BYTES),
          "size_in_use", out.getLong(3 * Long.BYTES));
    }
  }

  /** The last checkpoint is synced whatever the durability was. */
  @Override
  protected void closeStore() throws Exception {
    library.syncFiles(true);
    super.closeStore();
  }
}
