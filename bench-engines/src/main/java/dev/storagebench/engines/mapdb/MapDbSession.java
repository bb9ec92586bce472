package dev.storagebench.engines.mapdb;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import org.mapdb.DBException;

/** One thread's access; MapDB takes and gives arrays, so each call makes some. */
final class MapDbSession implements Session {
  private final ConcurrentMap<byte[], byte[]> map;

  MapDbSession(ConcurrentMap<byte[], byte[]> map) {
    this.map = map;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    byte[] found;
    try {
      found = map.get(HeapBytes.of(key));
    } catch (DBException e) {
      throw MapDbStore.failure("get", e);
    }
    return found == null ? MISSING : HeapBytes.copy("mapdb", found, 0, found.length, into);
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      map.put(HeapBytes.of(key), HeapBytes.of(value));
    } catch (DBException e) {
      throw MapDbStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      map.remove(HeapBytes.of(key));
    } catch (DBException e) {
      throw MapDbStore.failure("delete", e);
    }
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    if (!(map instanceof ConcurrentNavigableMap<byte[], byte[]> tree)) {
      throw new EngineException("mapdb-hash keeps no order; mapdb does");
    }
    int visited = 0;
    try {
      ConcurrentNavigableMap<byte[], byte[]> way =
          direction == Direction.FORWARD ? tree : tree.descendingMap();
      for (Map.Entry<byte[], byte[]> record : way.tailMap(HeapBytes.of(from), true).entrySet()) {
        visitor.record(ByteBuffer.wrap(record.getKey()), ByteBuffer.wrap(record.getValue()));
        if (++visited == limit) {
          break;
        }
      }
    } catch (DBException e) {
      throw MapDbStore.failure("scan", e);
    }
    return visited;
  }

  @Override
  public void close() {}
}
