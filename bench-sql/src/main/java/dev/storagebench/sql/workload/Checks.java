package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Tells right rows from wrong ones, for one thread. */
final class Checks {
  private final WorkloadContext scene;
  private final boolean hasKeys;
  private final KeyTable.View keys;

  Checks(WorkloadContext scene) {
    this.scene = scene;
    this.hasKeys = !scene.set().keys().sampled();
    this.keys = scene.set().keys().view();
  }

  /** The key of a long text. */
  static byte[] documentKey(long id) {
    return "%014d".formatted(id).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A {@code c}, which is as it was loaded or as an update has left it. */
  void c(byte[] c, int table, long id) {
    boolean right =
        ColumnChecksum.digitsHold(c, ColumnChecksum.C_BYTES, table, id)
            || (scene.layout().shape() == Shape.ARTICLE && isTitle(c, table, id));
    if (!right) {
      throw wrong("c", c, table, id);
    }
  }

  private boolean isTitle(byte[] c, int table, long id) {
    if (!hasKeys) {
      // Of very large data sets only a sample of the titles is in memory.
      return c.length > 0;
    }
    ByteBuffer key = keys.key(scene.record(table, id));
    return key.equals(ByteBuffer.wrap(c));
  }

  /** A {@code pad}. */
  void pad(byte[] pad, int table, long id) {
    boolean right =
        scene.layout().shape() == Shape.ARTICLE
            ? ColumnChecksum.textHolds(pad, table, id)
            : ColumnChecksum.digitsHold(pad, ColumnChecksum.PAD_BYTES, table, id);
    if (!right) {
      throw wrong("pad", pad, table, id);
    }
  }

  /** A document's text. */
  void text(byte[] text, int table, long id) {
    if (!ColumnChecksum.textHolds(text, table, id)) {
      throw wrong("Fcontent", text, table, id);
    }
  }

  private EngineException wrong(String column, byte[] found, int table, long id) {
    return new EngineException(
        "row %d of %s has a wrong %s: '%s' (%d bytes) was never stored there"
            .formatted(
                id,
                scene.tables().get(table),
                column,
                new String(
                    Arrays.copyOf(found, Math.min(found.length, 80)), StandardCharsets.ISO_8859_1),
                found.length));
  }
}
