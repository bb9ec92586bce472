package dev.storagebench.core.openloop;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A whole histogram as a line of text: HdrHistogram's compressed encoding in Base64.
 *
 * @see <a href="https://hdrhistogram.org">HdrHistogram and its encoding</a>
 */
public final class EncodedHistogram {

  private EncodedHistogram() {}

  /** Encodes. */
  public static String of(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /**
   * Decodes.
   *
   * @throws IllegalArgumentException if the text is no such histogram
   */
  public static Histogram decode(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a histogram in the log cannot be read", e);
    }
  }
}
