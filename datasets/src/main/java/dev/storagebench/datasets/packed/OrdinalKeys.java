package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.RecordReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Appends {@code " #2"}, {@code " #3"} … to keys that have been given out before. */
final class OrdinalKeys implements KeyPolicy {
  private final KeyNumbers ordinals = new KeyNumbers();
  private final ByteBuffer numbered = ByteBuffer.allocate(RecordReader.MAX_KEY_BYTES);
  private long duplicates;

  @Override
  public ByteBuffer keyFor(ByteBuffer key, long record) {
    long last = ordinals.put(key, 1);
    if (last == 0) {
      return key;
    }
    duplicates++;
    long ordinal = last;
    do {
      ordinal++;
      number(key, ordinal);
    } while (ordinals.get(numbered) != 0);
    ordinals.put(numbered, 1);
    ordinals.put(key, ordinal);
    return numbered;
  }

  private void number(ByteBuffer key, long ordinal) {
    byte[] suffix = (" #" + ordinal).getBytes(StandardCharsets.US_ASCII);
    int kept = Math.min(key.remaining(), RecordReader.MAX_KEY_BYTES - suffix.length);
    while (kept < key.remaining() && kept > 0 && inCharacter(key.get(key.position() + kept))) {
      kept--;
    }
    numbered.clear();
    numbered.put(0, key, key.position(), kept).position(kept);
    numbered.put(suffix).flip();
  }

  /** Whether this is not the first byte of a UTF-8 character. */
  private static boolean inCharacter(byte value) {
    return (value & 0xc0) == 0x80;
  }

  @Override
  public long duplicates() {
    return duplicates;
  }
}
