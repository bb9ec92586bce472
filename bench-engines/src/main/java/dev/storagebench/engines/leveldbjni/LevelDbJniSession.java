package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.WriteOptions;

/** One thread's access; the binding takes and gives arrays, so each call makes some. */
final class LevelDbJniSession implements Session {
  private final DB db;
  private final WriteOptions writes;

  LevelDbJniSession(DB db, WriteOptions writes) {
    this.db = db;
    this.writes = writes;
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    byte[] found;
    try {
      found = db.get(bytes(key));
    } catch (DBException e) {
      throw LevelDbJniStore.failure("get", e);
    }
    if (found == null) {
      return MISSING;
    }
    if (found.length > into.capacity()) {
      throw EngineException.doesNotFit("leveldbjni", found.length, into.capacity());
    }
    into.limit(found.length).position(0);
    into.put(0, found);
    return found.length;
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      db.put(bytes(key), bytes(value), writes);
    } catch (DBException e) {
      throw LevelDbJniStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      db.delete(bytes(key), writes);
    } catch (DBException e) {
      throw LevelDbJniStore.failure("delete", e);
    }
  }

  @Override
  public int scan(ByteBuffer from, int limit, RecordVisitor visitor) {
    int visited = 0;
    try (DBIterator records = db.iterator()) {
      records.seek(bytes(from));
      while (visited < limit && records.hasNext()) {
        Map.Entry<byte[], byte[]> record = records.next();
        visitor.record(ByteBuffer.wrap(record.getKey()), ByteBuffer.wrap(record.getValue()));
        visited++;
      }
    } catch (IOException | DBException e) {
      throw LevelDbJniStore.failure("scan", e);
    }
    return visited;
  }

  @Override
  public void close() {}
}
