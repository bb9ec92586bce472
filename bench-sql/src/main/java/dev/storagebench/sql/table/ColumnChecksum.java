package dev.storagebench.sql.table;

import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.synthetic.SplitMix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Checksums inside columns. sysbench's strings of digits end in a group that is the hash of the
 * others and of the row's id; texts end in 16 hexadecimal digits of such a hash. So a value can be
 * verified to belong to a row without a look-up.
 */
public final class ColumnChecksum {
  /** Length of sysbench's {@code c}: ten groups of eleven digits with dashes between. */
  public static final int C_BYTES = 119;

  /** Length of sysbench's {@code pad}: five groups. */
  public static final int PAD_BYTES = 59;

  /** Length of the checksum of a text. */
  public static final int TEXT_BYTES = 16;

  private static final int GROUP = 11;
  private static final long GROUP_VALUES = 100_000_000_000L;
  private static final long HALF = 1L << 32;

  private ColumnChecksum() {}

  /** A pseudo-random number of a row. */
  public static long mix(int table, long id) {
    return SplitMix.mix(id + ((long) table << 40) + 0x9E3779B97F4A7C15L);
  }

  /** The {@code k} with which a row is loaded: from 1 to {@code max}. */
  public static int k(int table, long id, int max) {
    return (int) (1 + ((mix(table, id) >>> 32) * max) / HALF);
  }

  /** Replaces the last group of digits by the checksum. */
  public static void digits(byte[] digits, int table, long id) {
    int last = digits.length - GROUP;
    long check = ValueChecksum.hash(ByteBuffer.wrap(digits, 0, last), mix(table, id));
    group(digits, last, check);
  }

  /** Writes a group of digits. */
  private static void group(byte[] digits, int start, long value) {
    long rest = Long.remainderUnsigned(value, GROUP_VALUES);
    for (int i = start + GROUP - 1; i >= start; i--) {
      digits[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Whether a string of digits belongs to a row. */
  public static boolean digitsHold(byte[] digits, int length, int table, long id) {
    byte[] expected = Arrays.copyOf(digits, length);
    digits(expected, table, id);
    return Arrays.equals(expected, digits);
  }

  /** Fills with groups of random digits, still without a checksum. */
  public static void random(byte[] digits, UniformRandomProvider random) {
    for (int start = 0; start < digits.length; start += GROUP + 1) {
      group(digits, start, random.nextLong());
      if (start + GROUP < digits.length) {
        digits[start + GROUP] = '-';
      }
    }
  }

  /** The checksum of a text. */
  public static byte[] ofText(ByteBuffer text, int table, long id) {
    return HexFormat.of()
        .toHexDigits(ValueChecksum.hash(text, mix(table, id)))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A text with its checksum behind it. */
  public static byte[] withChecksum(ByteBuffer text, int table, long id) {
    int length = text.remaining();
    byte[] whole = new byte[length + TEXT_BYTES];
    text.get(text.position(), whole, 0, length);
    System.arraycopy(ofText(text, table, id), 0, whole, length, TEXT_BYTES);
    return whole;
  }

  /** Whether a text with its checksum belongs to a row. */
  public static boolean textHolds(byte[] text, int table, long id) {
    int length = text.length - TEXT_BYTES;
    return length >= 0
        && ByteBuffer.wrap(ofText(ByteBuffer.wrap(text, 0, length), table, id))
            .equals(ByteBuffer.wrap(text, length, TEXT_BYTES));
  }
}
