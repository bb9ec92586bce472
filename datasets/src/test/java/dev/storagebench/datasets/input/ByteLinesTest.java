package dev.storagebench.datasets.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteLinesTest {

  @Test
  void onlyLfEndsALineAndEveryOtherByteStays() throws IOException {
    assertThat(lines("a\r\nb\rc\u0085d\0e\n\nlast", 100))
        .containsExactly("1@0:a\r", "2@3:b\rc\u0085d\0e", "3@11:", "4@12:last");
  }

  @Test
  void nothingAfterTheLastLfIsNoLine() throws IOException {
    assertThat(lines("a\n", 100)).containsExactly("1@0:a");
    assertThat(lines("", 100)).isEmpty();
    assertThat(lines("\n", 100)).containsExactly("1@0:");
  }

  @Test
  void aLineOfTheMaximumIsReadAndALongerOneIsSkippedWithItsPlace() throws IOException {
    ByteLines lines = over("12345\n123456\n12345678901234567890\n\nab", 5, 3);
    assertThat(lines.next()).isTrue();
    assertThatThrownBy(lines::next)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("in.txt, line 2, byte 6: ")
        .hasMessageContaining("longer than 5 bytes");
    assertThatThrownBy(lines::next).hasMessageContaining("line 3, byte 13: ");
    assertThat(lines.next()).isTrue();
    assertThat(lines.line()).isEqualTo(4);
    assertThat(lines.byteOffset()).isEqualTo(34);
    assertThat(lines.next()).isTrue();
    assertThat(current(lines)).isEqualTo("5@35:ab");
    assertThat(lines.next()).isFalse();
    assertThat(lines.next()).isFalse();
  }

  @Test
  void anEndlessLineIsNotBuffered() throws IOException {
    ByteLines lines = new ByteLines(new Zeroes(1L << 30), "zeroes", 1000);
    assertThatThrownBy(lines::next).isInstanceOf(BadInputException.class);
    assertThat(lines.next()).isFalse();
    assertThat(lines.array()).hasSize(1001);
  }

  @Test
  void linesAreTheSameHoweverTheStreamHandsThemOut() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(3000);
      for (int i = 0; i < length; i++) {
        text.append(random.nextInt(20) == 0 ? '\n' : (char) random.nextInt(256));
      }
      List<String> expected = new ArrayList<>();
      int offset = 0;
      while (offset < text.length()) {
        int end = text.indexOf("\n", offset);
        end = end < 0 ? text.length() : end;
        expected.add((expected.size() + 1) + "@" + offset + ":" + text.substring(offset, end));
        offset = end + 1;
      }
      ByteLines lines = over(text.toString(), 3000, 1 + random.nextInt(50));
      List<String> read = new ArrayList<>();
      while (lines.next()) {
        read.add(current(lines));
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  private static List<String> lines(String text, int max) throws IOException {
    List<String> read = new ArrayList<>();
    try (ByteLines lines = over(text, max, 2)) {
      while (lines.next()) {
        read.add(current(lines));
      }
    }
    return read;
  }

  private static String current(ByteLines lines) {
    String text = new String(lines.array(), lines.start(), lines.end() - lines.start(), ISO_8859_1);
    return lines.line() + "@" + lines.byteOffset() + ":" + text;
  }

  private static ByteLines over(String text, int max, int chunk) {
    return new ByteLines(new Chunked(text.getBytes(ISO_8859_1), chunk), "in.txt", max);
  }

  /** Hands out a few bytes a call, as a pipe may. */
  private static final class Chunked extends ByteArrayInputStream {
    private final int chunk;

    Chunked(byte[] bytes, int chunk) {
      super(bytes);
      this.chunk = chunk;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(length, chunk));
    }
  }

  private static final class Zeroes extends InputStream {
    private long left;

    Zeroes(long left) {
      this.left = left;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int read = (int) Math.min(left, length);
      left -= read;
      return read;
    }
  }
}
