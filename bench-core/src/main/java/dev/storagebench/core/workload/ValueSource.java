package dev.storagebench.core.workload;

import java.nio.ByteBuffer;
import org.apache.commons.rng.UniformRandomProvider;

/** One thread's endless sequence of values to write. */
public final class ValueSource {
  private final ValuePool pool;
  private final UniformRandomProvider random;
  private final ByteBuffer value;

  /** Begins the sequence of a thread, the same for every engine. */
  public ValueSource(ValuePool pool, Seeds seeds, int thread) {
    this.pool = pool;
    this.random = seeds.generator(thread, Seeds.Purpose.VALUES);
    this.value = ValueChecksum.buffer(pool.maxBytes() + ValueChecksum.BYTES);
  }

  /**
   * The next value, sealed for a key.
   *
   * @param key between position and limit, unchanged
   * @return direct; from position 0 to limit; valid until the next call
   */
  public ByteBuffer next(ByteBuffer key) {
    int index = random.nextInt(pool.size());
    // Space for any payload first: an absolute put is checked against the limit.
    value.clear();
    int payloadBytes = pool.copy(index, value);
    ValueChecksum.seal(key, value, payloadBytes, pool.hash(index));
    return value;
  }
}
