package dev.storagebench.engines.rocksdb;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** One thread's access by RocksJava's methods for direct buffers, which copy once. */
final class RocksDbSession implements Session {
  private final RocksDB db;
  private final WriteOptions writes;
  private final ReadOptions reads = new ReadOptions();

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
  public int scan(ByteBuffer from, int limit, RecordVisitor visitor) {
    int start = from.position();
    int visited = 0;
    try (RocksIterator records = db.newIterator(reads)) {
      for (records.seek(from); visited < limit && records.isValid(); records.next()) {
        visitor.record(ByteBuffer.wrap(records.key()), ByteBuffer.wrap(records.value()));
        visited++;
      }
      records.status();
    } catch (RocksDBException e) {
      throw RocksDbStore.failure("scan", e);
    } finally {
      from.position(start);
    }
    return visited;
  }

  @Override
  public void close() {
    reads.close();
  }
}
