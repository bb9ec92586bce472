package dev.storagebench.core.workload;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Self-checking values: a stored value is a record's payload followed by {@value #BYTES} bytes,
 * {@code XXH64(key, seed = XXH64(payload, seed = 0))}, little endian. Whether a value was written
 * to the key that returned it can thus be verified without a look-up.
 */
public final class ValueChecksum {
  /** The length of the checksum. */
  public static final int BYTES = Long.BYTES;

  private static final XXHash64 XXH64 = XXHashFactory.fastestInstance().hash64();

  private ValueChecksum() {}

  /**
   * XXH64 of the bytes between position and limit.
   *
   * @param bytes unchanged
   */
  public static long hash(ByteBuffer bytes, long seed) {
    return XXH64.hash(bytes, bytes.position(), bytes.remaining(), seed);
  }

  /**
   * Appends the check to a payload.
   *
   * @param key between position and limit, unchanged
   * @param value little endian; the payload between 0 and {@code payloadBytes}; position and limit
   *     are set around payload and check
   */
  public static void seal(ByteBuffer key, ByteBuffer value, int payloadBytes, long payloadHash) {
    value.limit(payloadBytes + BYTES).position(0);
    value.putLong(payloadBytes, hash(key, payloadHash));
  }

  /**
   * Whether a value was stored under a key.
   *
   * @param value little endian; the stored value between 0 and {@code length}
   */
  public static boolean holds(ByteBuffer key, ByteBuffer value, int length) {
    if (length < BYTES) {
      return false;
    }
    long payloadHash = XXH64.hash(value, 0, length - BYTES, 0);
    return value.getLong(length - BYTES) == hash(key, payloadHash);
  }

  /**
   * Checks what {@link dev.storagebench.core.engine.Session#get} has returned.
   *
   * @param stored whether the key must be stored
   * @param value little endian; the stored value between 0 and {@code length}, if that is not
   *     negative
   * @throws WrongAnswerException if it is stored but should not be, is missing, or has a value that
   *     was never written to it
   */
  public static void require(boolean stored, ByteBuffer key, ByteBuffer value, int length) {
    if (!stored && length >= 0) {
      throw new WrongAnswerException("key %s was deleted but is still stored", key);
    }
    if (stored && length < 0) {
      throw WrongAnswerException.missing(key);
    }
    if (stored && !holds(key, value, length)) {
      throw WrongAnswerException.wrong(key, length);
    }
  }

  /** The checksum of a sealed value between 0 and the limit. */
  static long storedHash(ByteBuffer sealed) {
    return sealed.getLong(sealed.limit() - BYTES);
  }

  /** A direct buffer, little endian. */
  public static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
