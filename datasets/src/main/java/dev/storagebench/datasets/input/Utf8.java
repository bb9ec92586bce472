package dev.storagebench.datasets.input;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** Checks that bytes are UTF-8. */
public final class Utf8 {
  private Utf8() {}

  /** The index of the first malformed byte in {@code [from, to)}; {@code to} if there is none. */
  public static int indexOfMalformed(byte[] bytes, int from, int to) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(Math.min(to - from, 8192) + 1);
    while (decoder.decode(in, out.clear(), true).isOverflow()) {
      // Only the position matters.
    }
    return in.position();
  }
}
