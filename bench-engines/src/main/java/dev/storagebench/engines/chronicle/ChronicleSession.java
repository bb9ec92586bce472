package dev.storagebench.engines.chronicle;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import net.openhft.chronicle.map.ChronicleMap;

/** One thread's access; Chronicle Map reads and writes the caller's direct buffers. */
final class ChronicleSession implements Session {
  private final ChronicleMap<ByteBuffer, ByteBuffer> map;

  ChronicleSession(ChronicleMap<ByteBuffer, ByteBuffer> map) {
    this.map = map;
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    ByteBuffer found;
    try {
      found = map.getUsing(key, into);
    } catch (RuntimeException e) {
      throw ChronicleStore.failure("get", e);
    }
    if (found == null) {
      return MISSING;
    }
    if (found.remaining() > into.capacity()) {
      throw EngineException.doesNotFit("chronicle", found.remaining(), into.capacity());
    }
    return found.remaining();
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try {
      map.put(key, value);
    } catch (RuntimeException e) {
      throw ChronicleStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try {
      map.remove(key);
    } catch (RuntimeException e) {
      throw ChronicleStore.failure("delete", e);
    }
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    throw new EngineException("chronicle keeps no order");
  }

  @Override
  public void close() {}
}
