package dev.storagebench.engines.xodus;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.List;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.ExodusException;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.Transaction;

/**
 * One thread's access. Each read has a snapshot of its own, so that it sees every write
 * acknowledged before it. Writes take turns: of transactions that ran side by side, all but one
 * would have to be repeated.
 */
final class XodusSession implements Session {
  private final Environment environment;
  private final Store records;

  XodusSession(Environment environment, Store records) {
    this.environment = environment;
    this.records = records;
  }

  static ByteIterable iterable(ByteBuffer buffer) {
    return new ArrayByteIterable(HeapBytes.of(buffer));
  }

  @Override
  public int get(ByteBuffer key, ByteBuffer into) {
    ByteIterable wanted = iterable(key);
    try {
      Transaction read = environment.beginReadonlyTransaction();
      try {
        ByteIterable found = records.get(read, wanted);
        return found == null
            ? MISSING
            : HeapBytes.copy("xodus", found.getBytesUnsafe(), 0, found.getLength(), into);
      } finally {
        read.abort();
      }
    } catch (ExodusException e) {
      throw XodusStore.failure("get", e);
    }
  }

  @Override
  public void put(ByteBuffer key, ByteBuffer value) {
    ByteIterable at = iterable(key);
    ByteIterable stored = iterable(value);
    try {
      environment.executeInExclusiveTransaction(write -> records.put(write, at, stored));
    } catch (ExodusException e) {
      throw XodusStore.failure("put", e);
    }
  }

  @Override
  public void delete(ByteBuffer key) {
    ByteIterable at = iterable(key);
    try {
      environment.executeInExclusiveTransaction(write -> records.delete(write, at));
    } catch (ExodusException e) {
      throw XodusStore.failure("delete", e);
    }
  }

  @Override
  public Batch batch() {
    return ArrayBatch.inOrder(this::putAll);
  }

  @Override
  public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    ByteIterable first = iterable(from);
    int visited = 0;
    try {
      Transaction read = environment.beginReadonlyTransaction();
      try (Cursor cursor = records.openCursor(read)) {
        boolean forward = direction == Direction.FORWARD;
        boolean found = cursor.getSearchKeyRange(first) != null;
        if (!forward) {
          if (!found) {
            found = cursor.getLast();
          } else if (cursor.getKey().compareTo(first) != 0) {
            found = cursor.getPrev();
          }
        }
        while (found) {
          visitor.record(buffer(cursor.getKey()), buffer(cursor.getValue()));
          visited++;
          found = visited < limit && (forward ? cursor.getNext() : cursor.getPrev());
        }
      } finally {
        read.abort();
      }
    } catch (ExodusException e) {
      throw XodusStore.failure("scan", e);
    }
    return visited;
  }

  private void putAll(List<ArrayBatch.Put> puts) {
    try {
      environment.executeInExclusiveTransaction(
          write -> {
            for (ArrayBatch.Put put : puts) {
              records.put(
                  write, new ArrayByteIterable(put.key()), new ArrayByteIterable(put.value()));
            }
          });
    } catch (ExodusException e) {
      throw XodusStore.failure("write a batch", e);
    }
  }

  private static ByteBuffer buffer(ByteIterable bytes) {
    return ByteBuffer.wrap(bytes.getBytesUnsafe(), 0, bytes.getLength());
  }

  @Override
  public void close() {}
}
