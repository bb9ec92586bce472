package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An input with one byte repeated any number of times in its middle, made while it is read. */
final class LongInput extends BufferedInputStream {

  LongInput(String before, char repeated, long times, String after) {
    super(
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    new ByteArrayInputStream(before.getBytes(US_ASCII)),
                    new Repeated((byte) repeated, times),
                    new ByteArrayInputStream(after.getBytes(US_ASCII))))),
        256 << 10);
  }

  private static final class Repeated extends InputStream {
    private final byte repeated;
    private long left;

    Repeated(byte repeated, long times) {
      this.repeated = repeated;
      this.left = times;
    }

    @Override
    public int read() {
      return left-- > 0 ? repeated : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int filled = (int) Math.min(left, length);
      Arrays.fill(into, offset, offset + filled, repeated);
      left -= filled;
      return filled;
    }
  }
}
