package dev.storagebench.engines.leveldbc;

import static dev.storagebench.engines.library.NativeMemory.address;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import dev.storagebench.engines.library.NativeMemory.ScannedRecord;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** An open database. Keys and values are passed by address, and values copied once. */
abstract sealed class CStore extends EmbeddedStore permits LevelDbStore, RocksDbCStore {
  // A part of a write buffer.
  private static final long BATCH_BYTES = 1 << 20;

  // The memory in which C functions return an error's text (char*) and a length (size_t). One for
  // each thread.
  static final int OUT_BYTES = 2 * Long.BYTES;
  static final int LENGTH = Long.BYTES;

  final CApi api;
  final boolean recent;
  final long db;
  private final long writes;

  /**
   * Opens it; calls {@link #configure} and {@link #withCandidateOptions}.
   *
   * @param recent whether the library is a RocksDB with {@code rocksdb_get_into_buffer}
   */
  CStore(
      String engine,
      Path folder,
      EngineSettings asked,
      Map<String, ?> inForce,
      CApi api,
      boolean recent) {
    super(engine, folder, asked, inForce, BATCH_BYTES);
    this.api = api;
    this.recent = recent;
    try (Block out = new Block(OUT_BYTES)) {
      long created = own(api.optionsCreate(), api::optionsDestroy);
      api.optionsSetCreateIfMissing(created, (byte) 1);
      asked.writeBufferBytes().ifPresent(bytes -> api.optionsSetWriteBufferSize(created, bytes));
      api.optionsSetCompression(
          created,
          switch (asked.compression()) {
            case NONE -> 0;
            case SNAPPY -> 1;
            case LZ4 -> 4;
            case ZSTD -> 7;
          });
      this.writes = own(api.writeoptionsCreate(), api::writeoptionsDestroy);
      api.writeoptionsSetSync(writes, (byte) (asked.durability() == Durability.SYNC ? 1 : 0));
      configure(created, writes, asked);
      Map<String, String> own = SystemLibrary.engineOptions(asked.options());
      own.remove(CEngine.BINDING);
      long options = withCandidateOptions(created, own, out);
      this.db = api.open(options, folder.toString(), out.address());
      check("open " + folder, out);
      own(db, api::close);
    } catch (EngineException e) {
      close();
      throw e;
    }
  }

  /** Sets what is not common to both interfaces. */
  abstract void configure(long options, long writeOptions, EngineSettings asked);

  /** The options with a candidate's own. */
  abstract long withCandidateOptions(long options, Map<String, String> own, Block out);

  /** Reads a value, see {@link Session#get}. */
  abstract int get(long readOptions, ByteBuffer key, ByteBuffer into, Block out);

  /** Lets iterators visit all keys, even if a candidate divides them by prefixes. */
  void readAllKeys(long readOptions) {}

  /** Moves an iterator to the last key that is not after the given one. */
  abstract void seekForPrev(long iterator, ByteBuffer from, Block out);

  /** The numeric properties that {@link #stats} shows. */
  abstract Iterable<String> properties();

  /** Destroys an object when the store is closed, in reverse order. */
  final long own(long object, LongConsumer destructor) {
    own(() -> destructor.accept(object));
    return object;
  }

  /** The value of a property; empty if the library has no such property. */
  final Optional<String> property(String name) {
    long value = api.propertyValue(db, name);
    return value == 0 ? Optional.empty() : Optional.of(text(value));
  }

  /** A text that the library allocated, which is freed. */
  private String text(long address) {
    String text = NativeMemory.text(address);
    api.free(address);
    return text;
  }

  @Override
  public final Session session() {
    return new CSession();
  }

  @Override
  public final Map<String, Long> stats() {
    Map<String, Long> stats = new TreeMap<>();
    for (String name : properties()) {
      property(name).ifPresent(value -> stats.put(name, Long.valueOf(value)));
    }
    return stats;
  }

  /**
   * Checks whether the last function failed.
   *
   * @throws EngineException with the library's error message
   */
  final void check(String operation, Block out) {
    long error = out.getLong(0);
    if (error != 0) {
      out.putLong(0, 0);
      throw new EngineException("%s: cannot %s: %s".formatted(engine, operation, text(error)));
    }
  }

  /** One thread's access. */
  private final class CSession implements Session {
    private final long readOptions = api.readoptionsCreate();
    private final long scanOptions = api.readoptionsCreate();
    private final Block out = new Block(OUT_BYTES);
    private final long error = out.address();
    private final ScannedRecord record = new ScannedRecord();

    CSession() {
      readAllKeys(scanOptions);
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      return CStore.this.get(readOptions, key, into, out);
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      api.put(db, writes, address(key), key.remaining(), address(value), value.remaining(), error);
      check("put", out);
    }

    @Override
    public void delete(ByteBuffer key) {
      api.delete(db, writes, address(key), key.remaining(), error);
      check("delete", out);
    }

    @Override
    public Batch batch() {
      return new CBatch();
    }

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      boolean forward = direction == Direction.FORWARD;
      int visited = 0;
      long iterator = api.createIterator(db, scanOptions);
      try {
        if (forward) {
          api.iterSeek(iterator, address(from), from.remaining());
        } else {
          seekForPrev(iterator, from, out);
        }
        while (visited < limit && api.iterValid(iterator) != 0) {
          long keyAddress = api.iterKey(iterator, out.address() + LENGTH);
          ByteBuffer key = record.key(keyAddress, out.getLong(LENGTH));
          long valueAddress = api.iterValue(iterator, out.address() + LENGTH);
          visitor.record(key, record.value(valueAddress, out.getLong(LENGTH)));
          visited++;
          if (forward) {
            api.iterNext(iterator);
          } else {
            api.iterPrev(iterator);
          }
        }
        api.iterGetError(iterator, error);
        check("scan", out);
      } finally {
        api.iterDestroy(iterator);
      }
      return visited;
    }

    @Override
    public void close() {
      out.close();
      api.readoptionsDestroy(scanOptions);
      api.readoptionsDestroy(readOptions);
    }
  }

  /** The library's write batch, used again. */
  private final class CBatch implements Batch {
    private final long batch = api.writebatchCreate();
    private final Block out = new Block(OUT_BYTES);

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      api.writebatchPut(batch, address(key), key.remaining(), address(value), value.remaining());
    }

    @Override
    public void commit() {
      api.write(db, writes, batch, out.address());
      api.writebatchClear(batch);
      check("write a batch", out);
    }

    @Override
    public void close() {
      api.writebatchDestroy(batch);
      out.close();
    }
  }
}
