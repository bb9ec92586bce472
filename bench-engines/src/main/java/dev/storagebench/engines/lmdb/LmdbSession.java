package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * One thread's access. Its read transaction is renewed for each read, so that a read sees every
 * write acknowledged before it; a transaction kept open would be quicker and show old data.
 */
final class LmdbSession implements Session {
  private final LmdbStore store;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private final Txn<ByteBuffer> read;

  LmdbSession(LmdbStore store, Env<ByteBuffer> env, Dbi<ByteBuffer> dbi) {
    this.store = store;
    this.env = env;
    this.dbi = dbi;
    this.read = env.txnRead();
    read.reset();
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    try {
      read.renew();
      try {
        ByteBuffer found = dbi.get(read, key);
        if (found == null) {
          return MISSING;
        }
        int length = found.remaining();
        if (length > into.capacity()) {
          throw EngineException.doesNotFit("lmdb", length, into.capacity());
        }
        into.limit(length).position(0);
        into.put(0, found, found.position(), length);
        return length;
      } finally {
        read.reset();
      }
    } catch (LmdbException e) {
      throw store.failure("get", e);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      dbi.put(write, key, value);
      write.commit();
    } catch (LmdbException e) {
      throw store.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      dbi.delete(write, key);
      write.commit();
    } catch (LmdbException e) {
      throw store.failure("delete", e);
    }
  }

  @Override
  public int scan(ByteBuffer from, int limit, RecordVisitor visitor) {
    int visited = 0;
    read.renew();
    try (Cursor<ByteBuffer> cursor = dbi.openCursor(read)) {
      boolean found = cursor.get(from, GetOp.MDB_SET_RANGE);
      while (found && visited < limit) {
        visitor.record(cursor.key(), cursor.val());
        visited++;
        found = cursor.next();
      }
    } catch (LmdbException e) {
      throw store.failure("scan", e);
    } finally {
      read.reset();
    }
    return visited;
  }

  @Override
  public void close() {
    read.close();
  }
}
