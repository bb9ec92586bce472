package dev.storagebench.engines.mvstore;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStoreException;

/** One thread's access to the map; reads take no lock. */
final class MvStoreSession implements Session {
  private final MVMap<byte[], byte[]> map;
  private final Runnable acknowledge;

  /**
   * A session on the map.
   *
   * @param acknowledge called after each change
   */
  MvStoreSession(MVMap<byte[], byte[]> map, Runnable acknowledge) {
    this.map = map;
    this.acknowledge = acknowledge;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    byte[] found;
    try {
      found = map.get(HeapBytes.of(key));
    } catch (MVStoreException e) {
      throw OpenMvStore.failure("get", e);
    }
    return found == null ? MISSING : HeapBytes.copy("mvstore", found, 0, found.length, into);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      map.put(HeapBytes.of(key), HeapBytes.of(value));
      acknowledge.run();
    } catch (MVStoreException e) {
      throw OpenMvStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      map.remove(HeapBytes.of(key));
      acknowledge.run();
    } catch (MVStoreException e) {
      throw OpenMvStore.failure("delete", e);
    }
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    int visited = 0;
    try {
      Cursor<byte[], byte[]> records =
          map.cursor(HeapBytes.of(from), null, direction == Direction.BACKWARD);
      while (visited < limit && records.hasNext()) {
        byte[] key = records.next();
        visitor.record(ByteBuffer.wrap(key), ByteBuffer.wrap(records.getValue()));
        visited++;
      }
    } catch (MVStoreException e) {
      throw OpenMvStore.failure("scan", e);
    }
    return visited;
  }

  @Override
  public void close() {}
}
