package dev.storagebench.core.workload;

import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;

/**
 * Keys that no record has, one beside each record: its key with another byte near the end, a digit
 * for a digit and a letter for a letter where such a key is free. They are as long and as many as
 * the stored ones and lie between them, so that neither the range of a file nor a small set of hot
 * blocks tells them apart. Immutable, for all threads; takes a byte for each record, off the heap.
 *
 * <p>That none is stored is certain: a key counts as free only if its bit is unset in a table of 8
 * bits a record, in which the bits of all stored keys are set.
 */
public final class AbsentKeys {
  private static final int VARIANTS = 256;
  // Of one byte, before the one in front of it.
  private static final int CHANGES = 64;
  private static final int LEAST_BYTES = 1 << 10;

  private final ByteBuffer variants;

  private AbsentKeys(ByteBuffer variants) {
    this.variants = variants;
  }

  /**
   * Finds one for each record.
   *
   * @throws UnsupportedSettingException if not all keys are in memory, or all that are similar to a
   *     stored one are stored
   */
  public static AbsentKeys of(KeyTable keys) {
    if (keys.sampled()) {
      throw new UnsupportedSettingException(
          "missing needs all keys, which take more than 4 GiB here; only missing=0 is supported");
    }
    int records = Math.toIntExact(keys.size());
    KeyTable.View stored = keys.view();
    ByteBuffer seen = ByteBuffer.allocateDirect(Math.max(LEAST_BYTES, records));
    for (int record = 0; record < records; record++) {
      long bit = bit(stored.key(record), seen);
      int at = (int) (bit >>> 3);
      seen.put(at, (byte) (seen.get(at) | 1 << (bit & 7)));
    }
    AbsentKeys absent = new AbsentKeys(ByteBuffer.allocateDirect(records));
    View view = absent.view();
    for (int record = 0; record < records; record++) {
      ByteBuffer key = stored.key(record);
      int variant = 0;
      while (isSet(bit(view.varied(key, variant), seen), seen)) {
        if (++variant == VARIANTS) {
          throw new UnsupportedSettingException(
              "missing: all keys that are similar to a stored one are stored, too; only missing=0 is supported");
        }
      }
      absent.variants.put(record, (byte) variant);
    }
    return absent;
  }

  private static long bit(ByteBuffer key, ByteBuffer seen) {
    return (ValueChecksum.hash(key, 0) >>> 1) % (8L * seen.capacity());
  }

  private static boolean isSet(long bit, ByteBuffer seen) {
    return (seen.get((int) (bit >>> 3)) >>> (bit & 7) & 1) != 0;
  }

  /** Access for another thread. */
  public View view() {
    return new View();
  }

  /** One thread's access. */
  public final class View {
    private final ByteBuffer key = ByteBuffer.allocateDirect(RecordReader.MAX_KEY_BYTES);

    private View() {}

    /**
     * The absent key beside a record. Allocates nothing.
     *
     * @param stored the record's key, unchanged
     * @return direct, from 0 to limit; valid until the next call
     */
    ByteBuffer beside(int record, ByteBuffer stored) {
      return varied(stored, variants.get(record) & 0xFF);
    }

    private ByteBuffer varied(ByteBuffer stored, int variant) {
      int length = stored.remaining();
      key.limit(length).position(0);
      key.put(0, stored, stored.position(), length);
      int back = Math.min(variant / CHANGES, length - 1);
      int at = length - 1 - back;
      return key.put(at, changed(key.get(at), 1 + variant - back * CHANGES));
    }

    /** Another byte, of the same kind for as many changes as the kind has. */
    private static byte changed(byte from, int by) {
      int first = from >= 'a' && from <= 'z' ? 'a' : from >= 'A' && from <= 'Z' ? 'A' : '0';
      int kinds = first == '0' ? 10 : 26;
      boolean isOfKind = from >= first && from < first + kinds;
      return (byte) (isOfKind && by < kinds ? first + (from - first + by) % kinds : from + by);
    }
  }
}
