package dev.storagebench.datasets.synthetic;

/**
 * Keys of digits and upper-case letters behind a prefix, values of random bytes that compress by a
 * given ratio.
 *
 * <p>A value is cut into chunks of at most 256 bytes, so that it compresses as well in small blocks
 * as in one stream; each begins with random bytes and goes on with repetitions of them. LZ4, Snappy
 * and Zstandard store the random bytes and {@value #MATCH_BYTES} or so for the repetitions.
 */
final class KeyValueWriter implements RecordGenerator.Writer {
  /** So many digits of base 36 hold every number that {@link SplitMix#permute} makes. */
  private static final int MAX_NUMBER_DIGITS = 12;

  private static final int MAX_NUMBER_BITS = 62;
  private static final int CHUNK_BYTES = 256;
  private static final int MATCH_BYTES = 4;

  private final KeyValueShape shape;
  private final long seed;
  private final int digits;
  private final int bits;
  private final SplitMix random = new SplitMix();

  KeyValueWriter(KeyValueShape shape, long seed) {
    this.shape = shape;
    this.seed = SplitMix.mix(seed ^ 0x4B56_5953L);
    this.digits = Math.min(MAX_NUMBER_DIGITS, shape.distinctBytes());
    this.bits = bits(digits);
  }

  /** How many keys of at least these bytes are distinct, as a power of two. */
  static int bits(int keyBytes) {
    int digits = Math.min(MAX_NUMBER_DIGITS, keyBytes);
    return (int) Math.min(MAX_NUMBER_BITS, digits * Math.log(36) / Math.log(2));
  }

  @Override
  public void write(long index, WordBuffer key, WordBuffer value) {
    random.seed(SplitMix.mix(seed ^ index));
    key.put(shape.prefix());
    // The first digits alone are distinct: a bijection of the index.
    long number = shape.sequential() ? index : SplitMix.permute(index, bits, seed);
    key.putNumber(number, 36, digits);
    for (int rest = shape.key().draw(random) - key.length(); rest > 0; rest--) {
      key.put(Character.toUpperCase(Character.forDigit(random.below(36), 36)));
    }
    writeValue(shape.value().draw(random), value);
  }

  private void writeValue(int bytes, WordBuffer value) {
    int chunks = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int length = (int) ((long) bytes * (chunk + 1) / chunks - (long) bytes * chunk / chunks);
      int fresh =
          shape.compressible() == 1
              ? length
              : Math.max(1, (int) Math.round(length / shape.compressible()) - MATCH_BYTES);
      value.putRandom(random, fresh);
      value.repeat(fresh, length - fresh);
    }
  }
}
