package dev.storagebench.engines;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session of an engine that takes and returns arrays on the heap, so that each call makes some.
 */
public abstract class HeapSession implements Session {
  final EmbeddedStore store;
  private final Function<Consumer<List<ArrayBatch.Put>>, @Nullable Batch> batches;

  /**
   * A session of a store.
   *
   * @param batches {@link ArrayBatch#inOrder} or {@link ArrayBatch#sorted}; returns null for an
   *     engine without batches
   */
  protected HeapSession(
      EmbeddedStore store, Function<Consumer<List<ArrayBatch.Put>>, @Nullable Batch> batches) {
    this.store = store;
    this.batches = batches;
  }

  /**
   * Reads a value, see {@link Session#get}.
   *
   * @throws Exception the engine's own
   */
  protected abstract int read(byte[] key, ByteBuffer into) throws Exception;

  /**
   * Writes a record, see {@link Session#put}.
   *
   * @throws Exception the engine's own
   */
  protected abstract void write(byte[] key, byte[] value) throws Exception;

  /**
   * Removes a record, see {@link Session#delete}.
   *
   * @throws Exception the engine's own
   */
  protected abstract void remove(byte[] key) throws Exception;

  /**
   * Visits records in order, see {@link Session#scan}; only for engines with scans.
   *
   * @throws Exception the engine's own
   */
  protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor)
      throws Exception {
    return Session.super.scan(from, direction, limit, visitor);
  }

  /** Visits records as they come, without those that are being deleted. */
  protected static int visit(
      Iterator<Map.Entry<byte[], byte[]>> records, int limit, RecordVisitor visitor) {
    int visited = 0;
    while (visited < limit && records.hasNext()) {
      Map.Entry<byte[], byte[]> record = records.next();
      // Once: MapDB deletes the value first, and an iterator may still meet the key.
      byte[] value = record.getValue();
      if (value != null) {
        visitor.record(ByteBuffer.wrap(record.getKey()), ByteBuffer.wrap(value));
        visited++;
      }
    }
    return visited;
  }

  /**
   * Writes all records in one transaction; only for engines with batches.
   *
   * @return false if it conflicted with another transaction and was rolled back
   * @throws Exception the engine's own, after it was rolled back
   */
  protected boolean writeOnce(List<ArrayBatch.Put> puts) throws Exception {
    throw new UnsupportedOperationException("there are no batches");
  }

  @Override
  public final Batch batch() {
    Batch batch =
        batches.apply(
            puts ->
                TransactionRetry.untilDone(store.engine, "write a batch", () -> writeOnce(puts)));
    return batch == null ? Session.super.batch() : batch;
  }

  /** Copies a value, or returns {@link Session#MISSING} for none. */
  protected final int copy(byte @Nullable [] value, ByteBuffer into) {
    return value == null ? MISSING : HeapBytes.copy(store.engine, value, 0, value.length, into);
  }

  @Override
  public final int get(ByteBuffer key, ByteBuffer into) {
    try {
      return read(HeapBytes.of(key), into);
    } catch (Exception e) {
      throw store.failure("get", e);
    }
  }

  @Override
  public final void put(ByteBuffer key, ByteBuffer value) {
    try {
      write(HeapBytes.of(key), HeapBytes.of(value));
    } catch (Exception e) {
      throw store.failure("put", e);
    }
  }

  @Override
  public final void delete(ByteBuffer key) {
    try {
      remove(HeapBytes.of(key));
    } catch (Exception e) {
      throw store.failure("delete", e);
    }
  }

  @Override
  public final int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
    try {
      return visit(from, direction, limit, visitor);
    } catch (Exception e) {
      throw store.failure("scan", e);
    }
  }
}
