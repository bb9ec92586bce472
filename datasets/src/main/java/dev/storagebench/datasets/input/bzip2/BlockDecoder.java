package dev.storagebench.datasets.input.bzip2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Decodes one block. Holds about 6 MiB of working space, and is used again for other blocks; for
 * one thread at a time.
 *
 * <p>The steps, in the format's order: Huffman codes and run lengths of zeroes, move-to-front,
 * inverse Burrows-Wheeler transform, run lengths of bytes, checksum.
 */
final class BlockDecoder {
  /** 256 bytes less one (the front needs no code), two digits of run lengths, the end. */
  static final int MAX_SYMBOLS = 258;

  private static final int MAX_BLOCK_BYTES = 900_000;
  private static final int MAX_TABLES = 6;
  private static final int GROUP_SYMBOLS = 50;
  private static final int MAX_SELECTORS = (1 << 15) - 1;
  private static final int FIRST_OUTPUT_BYTES = 1 << 20;

  private static final VarHandle FRONT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final HuffmanTable[] tables = new HuffmanTable[MAX_TABLES];
  private final byte[] selectors = new byte[MAX_SELECTORS];
  private final byte[] lengths = new byte[MAX_SYMBOLS];
  private final byte[] front = new byte[256];

  /** How often each byte occurs, then where its successors are written. */
  private final int[] counts = new int[256];

  /** The last column of the sorted rotations. */
  private final byte[] column = new byte[MAX_BLOCK_BYTES];

  /** By row: the row that follows in the text, above the first column's byte. */
  private final int[] successors = new int[MAX_BLOCK_BYTES];

  private byte[] output = new byte[FIRST_OUTPUT_BYTES];
  private int outputBytes;
  private int crc;
  private int endBit;

  BlockDecoder() {
    Arrays.setAll(tables, i -> new HuffmanTable());
  }

  /**
   * Decodes the block whose magic number the segment begins with, and checks its checksum.
   *
   * @throws Bzip2DamageException if it is damaged, or, with {@code cutOff}, if the segment ends too
   *     early
   */
  void decode(Segment segment) throws Bzip2DamageException {
    BitReader in = new BitReader(segment, segment.startBit() + Segments.MAGIC_BITS);
    try {
      int expectedCrc = in.take(32);
      if (in.take(1) != 0) {
        throw damaged("a 'randomised' block as bzip2 wrote before 1999 is not supported");
      }
      int origin = in.take(24);
      int columnBytes = readColumn(in);
      if (origin >= columnBytes) {
        throw damaged("its text starts at row " + origin + " of " + columnBytes);
      }
      if (in.overrun()) {
        throw BitReader.cutOff();
      }
      endBit = in.bit();
      link(columnBytes);
      writeOutput(origin, columnBytes);
      if (crc != expectedCrc) {
        throw damaged("its checksum is %08x, not %08x".formatted(crc, expectedCrc));
      }
    } catch (Bzip2DamageException e) {
      // Zeroes behind the end can look like any damage.
      Bzip2DamageException cause = in.overrun() ? BitReader.cutOff() : e;
      throw new Bzip2DamageException(
          String.valueOf(cause.getMessage()), cause.cutOff(), segment.fileByte());
    }
  }

  byte[] output() {
    return output;
  }

  int outputBytes() {
    return outputBytes;
  }

  /** The block's checksum. */
  int crc() {
    return crc;
  }

  /** The bit behind the block in the segment's data. */
  int endBit() {
    return endBit;
  }

  /** Reads the tables and the symbols into {@code column}; returns how many bytes it has. */
  private int readColumn(BitReader in) throws Bzip2DamageException {
    int symbolCount = readBytesInUse(in) + 2;
    int tableCount = in.take(3);
    int selectorCount = in.take(15);
    if (symbolCount == 2 || tableCount < 2 || tableCount > MAX_TABLES || selectorCount == 0) {
      throw damaged(
          "%d bytes in use, %d tables and %d selectors cannot be"
              .formatted(symbolCount - 2, tableCount, selectorCount));
    }
    readSelectors(in, tableCount, selectorCount);
    for (int i = 0; i < tableCount; i++) {
      readTable(in, tables[i], symbolCount);
    }
    return readSymbols(in, symbolCount - 1, selectorCount);
  }

  /** Reads which bytes occur into {@code front}, in order; returns how many. */
  private int readBytesInUse(BitReader in) throws Bzip2DamageException {
    int ranges = in.take(16);
    int count = 0;
    for (int range = 0; range < 16; range++) {
      if ((ranges << range & 0x8000) != 0) {
        int used = in.take(16);
        for (int i = 0; i < 16; i++) {
          if ((used << i & 0x8000) != 0) {
            front[count++] = (byte) (16 * range + i);
          }
        }
      }
    }
    return count;
  }

  private void readSelectors(BitReader in, int tableCount, int selectorCount)
      throws Bzip2DamageException {
    byte[] order = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < selectorCount; i++) {
      int at = 0;
      while (in.take(1) != 0) {
        if (++at >= tableCount) {
          throw damaged("a selector names table " + at + " of " + tableCount);
        }
      }
      byte selected = order[at];
      System.arraycopy(order, 0, order, 1, at);
      order[0] = selected;
      selectors[i] = selected;
    }
  }

  private void readTable(BitReader in, HuffmanTable table, int symbolCount)
      throws Bzip2DamageException {
    int length = in.take(5);
    for (int symbol = 0; symbol < symbolCount; symbol++) {
      while (in.take(1) != 0) {
        length += in.take(1) == 0 ? 1 : -1;
      }
      if (length < 1 || length > HuffmanTable.MAX_LENGTH) {
        throw damaged("a code of " + length + " bits cannot be");
      }
      lengths[symbol] = (byte) length;
    }
    if (!table.build(lengths, symbolCount)) {
      throw damaged("its code lengths make no Huffman code");
    }
  }

  /** The hot loop; everything that moves is a local variable. */
  private int readSymbols(BitReader in, int endSymbol, int selectorCount)
      throws Bzip2DamageException {
    byte[] data = in.data;
    int lastPosition = in.lastPosition;
    int position = in.position;
    long bits = in.bits;
    int have = in.have;
    byte[] front = this.front;
    // The list's first eight bytes, the very first lowest: most moves stay among them, and need no
    // loop.
    long first = (long) FRONT.get(front, 0);
    byte[] column = this.column;
    int[] counts = this.counts;
    Arrays.fill(counts, 0);
    int count = 0;
    int run = 0;
    int digit = 1;
    for (int group = 0; group < selectorCount; group++) {
      HuffmanTable table = tables[selectors[group]];
      char[] fast = table.fast;
      for (int i = 0; i < GROUP_SYMBOLS; i++) {
        if (have < HuffmanTable.MAX_LENGTH) {
          if (position > lastPosition) {
            throw BitReader.cutOff();
          }
          bits |= BitReader.loadAt(data, position) >>> have;
          position += (63 - have) >>> 3;
          have |= 56;
        }
        int entry = fast[(int) (bits >>> (64 - HuffmanTable.FAST_BITS))];
        if (entry == 0) {
          entry = table.slow(bits);
          if (entry == 0) {
            throw damaged("a code that its table does not have");
          }
        }
        int length = entry & HuffmanTable.LENGTH_MASK;
        bits <<= length;
        have -= length;
        int symbol = entry >>> HuffmanTable.SYMBOL_SHIFT;
        if (symbol <= 1) {
          // A run's length in bijective base 2, the lowest digit first.
          run += digit << symbol;
          digit <<= 1;
          if (run > MAX_BLOCK_BYTES) {
            throw tooLong();
          }
          continue;
        }
        if (run > 0) {
          if (run > MAX_BLOCK_BYTES - count) {
            throw tooLong();
          }
          byte repeated = (byte) first;
          counts[repeated & 0xff] += run;
          Arrays.fill(column, count, count + run, repeated);
          count += run;
          run = 0;
          digit = 1;
        }
        if (symbol == endSymbol) {
          in.position = position;
          in.bits = bits;
          in.have = have;
          return count;
        }
        if (count == MAX_BLOCK_BYTES) {
          throw tooLong();
        }
        int at = symbol - 1;
        int moved;
        if (at < Long.BYTES) {
          int shift = 8 * at;
          long before = first & ((1L << shift) - 1);
          moved = (int) (first >>> shift) & 0xff;
          first = (first & (-256L << shift)) | before << 8 | moved;
        } else {
          moved = front[at] & 0xff;
          System.arraycopy(front, Long.BYTES, front, Long.BYTES + 1, at - Long.BYTES);
          front[Long.BYTES] = (byte) (first >>> 56);
          first = first << 8 | moved;
        }
        counts[moved]++;
        column[count++] = (byte) moved;
      }
    }
    throw damaged("its end is missing");
  }

  /** Links each row of the sorted rotations to the row that follows in the text. */
  private void link(int columnBytes) {
    int sum = 0;
    for (int i = 0; i < counts.length; i++) {
      int count = counts[i];
      counts[i] = sum;
      sum += count;
    }
    for (int i = 0; i < columnBytes; i++) {
      int value = column[i] & 0xff;
      successors[counts[value]++] = i << 8 | value;
    }
  }

  /**
   * Walks the rows in the order of the text and undoes the first run-length coding. Each step waits
   * for memory, which hides the rest; walking two blocks at once was tried, and gained nothing.
   */
  private void writeOutput(int origin, int columnBytes) throws Bzip2DamageException {
    int[] successors = this.successors;
    int[] crcTable = Crc.TABLE;
    byte[] out = output;
    int written = 0;
    int crc = -1;
    int row = origin;
    int run = 0;
    int previous = -1;
    for (int i = 0; i < columnBytes; i++) {
      int successor = successors[row];
      row = successor >>> 8;
      int value = successor & 0xff;
      if (run == 4) {
        if (out.length - written < value + columnBytes - i) {
          out = Arrays.copyOf(out, 2 * out.length);
          output = out;
        }
        for (int j = 0; j < value; j++) {
          out[written++] = (byte) previous;
          crc = crc << 8 ^ crcTable[crc >>> 24 ^ previous];
        }
        run = 0;
        previous = -1;
        continue;
      }
      run = value == previous ? run + 1 : 1;
      previous = value;
      out[written++] = (byte) value;
      crc = crc << 8 ^ crcTable[crc >>> 24 ^ value];
    }
    if (run == 4) {
      throw damaged("a run's length is missing");
    }
    outputBytes = written;
    this.crc = ~crc;
  }

  private static Bzip2DamageException tooLong() {
    return damaged("more than " + MAX_BLOCK_BYTES + " bytes");
  }

  private static Bzip2DamageException damaged(String problem) {
    return new Bzip2DamageException(problem, false, 0);
  }
}
