package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * One thread's access. Its read transaction is renewed for each read, and the cursor that scans
 * with it, so that a read sees every write acknowledged before it; a transaction kept open would be
 * quicker and show old data.
 */
final class LmdbSession implements Session {
  private final LmdbStore store;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private final Txn<ByteBuffer> read;
  private @Nullable Cursor<ByteBuffer> cursor;

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
        into.clear().put(found).flip();
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
  public Batch batch() {
    return new LmdbBatch(store, env, dbi);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try {
      read.renew();
      try {
        return visit(renewed(), from, direction, limit, visitor);
      } finally {
        read.reset();
      }
    } catch (LmdbException e) {
      throw store.failure("scan", e);
    }
  }

  private Cursor<ByteBuffer> renewed() {
    if (cursor == null) {
      cursor = dbi.openCursor(read);
    } else {
      cursor.renew(read);
    }
    return cursor;
  }

  private static int visit(
      Cursor<ByteBuffer> records,
      ByteBuffer from,
      Direction direction,
      int limit,
      RecordVisitor visitor) {
    boolean forward = direction == Direction.FORWARD;
    boolean found = records.get(from, GetOp.MDB_SET_RANGE);
    if (!forward) {
      if (!found) {
        found = records.last();
      } else if (!records.key().equals(from)) {
        found = records.prev();
      }
    }
    int visited = 0;
    while (found) {
      visitor.record(records.key(), records.val());
      visited++;
      found = visited < limit && (forward ? records.next() : records.prev());
    }
    return visited;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
    read.close();
  }
}
