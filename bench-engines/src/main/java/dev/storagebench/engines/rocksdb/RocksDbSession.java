package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * One thread's access by RocksJava's methods for direct buffers, which copy once. Its iterator is
 * kept and refreshed for each scan, which shows what is stored then and is quicker than another
 * one; until the next scan or the session's end it keeps replaced files from being deleted.
 */
final class RocksDbSession implements Session {
  private static final int KEY_BYTES = 511;
  private static final int FIRST_VALUE_BYTES = 4096;

  private final RocksDB db;
  private final WriteOptions writes;
  private final ReadOptions reads = new ReadOptions();
  // All keys, also where a candidate sets a prefix_extractor.
  private final ReadOptions scans = new ReadOptions().setTotalOrderSeek(true);
  private final ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);
  private ByteBuffer value = ByteBuffer.allocateDirect(FIRST_VALUE_BYTES);
  private @Nullable RocksIterator iterator;

  RocksDbSession(RocksDB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    int start = key.position();
    into.clear();
    int length;
    try {
      length = db.get(reads, key, into);
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("get", e);
    } finally {
      key.position(start);
    }
    if (length > into.capacity()) {
      throw EngineException.doesNotFit("rocksdb", length, into.capacity());
    }
    return length == RocksDB.NOT_FOUND ? MISSING : length;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    int keyStart = key.position();
    int valueStart = value.position();
    try {
      db.put(writes, key, value);
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("put", e);
    } finally {
      key.position(keyStart);
      value.position(valueStart);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    int start = key.position();
    try {
      db.delete(writes, key);
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("delete", e);
    } finally {
      key.position(start);
    }
  }

  @Override
  public Batch batch() {
    return new RocksDbBatch(db, writes);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try {
      RocksIterator records = current();
      seek(records, from, direction);
      int visited = 0;
      while (visited < limit && records.isValid()) {
        visitor.record(key(records), value(records));
        visited++;
        if (direction == Direction.FORWARD) {
          records.next();
        } else {
          records.prev();
        }
      }
      records.status();
      return visited;
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("scan", e);
    }
  }

  /** An iterator over what is stored now. */
  private RocksIterator current() throws RocksDBException {
    if (iterator == null) {
      iterator = db.newIterator(scans);
    } else {
      iterator.refresh();
    }
    return iterator;
  }

  private static void seek(RocksIterator records, ByteBuffer from, Direction direction) {
    int start = from.position();
    if (direction == Direction.FORWARD) {
      records.seek(from);
    } else {
      records.seekForPrev(from);
    }
    from.position(start);
  }

  private ByteBuffer key(RocksIterator records) {
    records.key(key.clear());
    return key;
  }

  private ByteBuffer value(RocksIterator records) {
    int length = records.value(value.clear());
    if (length > value.capacity()) {
      value = ByteBuffer.allocateDirect(2 * length);
      records.value(value);
    }
    return value;
  }

  @Override
  public void close() {
    if (iterator != null) {
      iterator.close();
    }
    scans.close();
    reads.close();
  }
}
