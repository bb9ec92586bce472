package dev.storagebench.core.store;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedCursor;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Puts records from a packed file into a store, each value sealed with its check. */
public final class StoreLoader {
  private static final int PROGRESS_EVERY = 1024;

  private StoreLoader() {}

  /**
   * Loads all records that the cursor has left.
   *
   * @param maxValueBytes the longest payload and its check
   * @return how many records were loaded
   */
  public static long load(
      PackedCursor cursor, BulkLoader target, int maxValueBytes, LoadProgress progress)
      throws IOException {
    ByteBuffer sealed = ValueChecksum.buffer(maxValueBytes);
    long records = 0;
    while (cursor.next()) {
      ByteBuffer payload = cursor.value();
      int length = payload.remaining();
      long hash = ValueChecksum.hash(payload, 0);
      sealed.clear();
      sealed.put(0, payload, payload.position(), length);
      ValueChecksum.seal(cursor.key(), sealed, length, hash);
      target.add(cursor.key(), sealed);
      if (++records % PROGRESS_EVERY == 0) {
        progress.loaded(records);
      }
    }
    progress.loaded(records);
    return records;
  }
}
