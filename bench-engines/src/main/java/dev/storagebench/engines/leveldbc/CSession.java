package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.library.NativeRecord;
import java.nio.ByteBuffer;

/** One thread's access. */
final class CSession implements Session {
  private final String engine;
  private final CApiDialect family;
  private final CommonCalls calls;
  private final long db;
  private final long writeOptions;
  private final long readOptions;
  private final long scanOptions;
  private final OutParams results;
  private final NativeRecord record = new NativeRecord();

  CSession(String engine, CApiDialect family, long db, long writeOptions) {
    this.engine = engine;
    this.family = family;
    this.calls = family.calls();
    this.db = db;
    this.writeOptions = writeOptions;
    this.readOptions = calls.readoptionsCreate();
    this.scanOptions = calls.readoptionsCreate();
    family.readAllKeys(scanOptions);
    this.results = new OutParams(engine, calls);
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    return family.get(db, readOptions, key, into, results);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    calls.put(
        db,
        writeOptions,
        Addresses.of(key),
        key.remaining(),
        Addresses.of(value),
        value.remaining(),
        results.error());
    results.check("put");
  }

  @Override
  public void delete(ByteBuffer key) {
    calls.delete(db, writeOptions, Addresses.of(key), key.remaining(), results.error());
    results.check("delete");
  }

  @Override
  public Batch batch() {
    return new CBatch(engine, calls, db, writeOptions);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    boolean forward = direction == Direction.FORWARD;
    int visited = 0;
    long records = calls.createIterator(db, scanOptions);
    try {
      if (forward) {
        calls.iterSeek(records, Addresses.of(from), from.remaining());
      } else {
        family.seekBack(records, from, results);
      }
      while (visited < limit && calls.iterValid(records) != 0) {
        long key = calls.iterKey(records, results.length());
        ByteBuffer keyCopy = record.key(key, results.lengthValue());
        long value = calls.iterValue(records, results.length());
        visitor.record(keyCopy, record.value(value, results.lengthValue()));
        visited++;
        if (forward) {
          calls.iterNext(records);
        } else {
          calls.iterPrev(records);
        }
      }
      calls.iterGetError(records, results.error());
      results.check("scan");
    } finally {
      calls.iterDestroy(records);
    }
    return visited;
  }

  @Override
  public void close() {
    results.close();
    calls.readoptionsDestroy(scanOptions);
    calls.readoptionsDestroy(readOptions);
  }
}
