package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecordBytesTest {

  @Test
  void keepsWhatWasAppendedWhateverTheLengthsAndPlaces() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 2_000; round++) {
      byte[] source = new byte[random.nextInt(1, 60)];
      random.nextBytes(source);
      RecordBytes bytes = new RecordBytes(100_000);
      ByteBuffer expected = ByteBuffer.allocate(100_000);
      for (int piece = 0; piece < 20; piece++) {
        int from = random.nextInt(source.length + 1);
        int to = random.nextInt(from, source.length + 1);
        bytes.append(source, from, to);
        expected.put(source, from, to - from);
      }
      assertThat(bytes.view()).isEqualTo(expected.flip());
      assertThat(bytes.overflowed()).isFalse();
    }
  }

  @Test
  void growsUpToItsMaximumAndThenOverflows() {
    RecordBytes bytes = new RecordBytes(40_000);
    bytes.append(new byte[39_999], 0, 39_999);
    bytes.append((byte) 1);
    assertThat(bytes.overflowed()).isFalse();
    bytes.append((byte) 2);
    assertThat(bytes.overflowed()).isTrue();
    assertThat(bytes.length()).isEqualTo(40_000);
    bytes.clear();
    bytes.append(new byte[40_001], 0, 40_001);
    assertThat(bytes.overflowed()).isTrue();
    assertThat(bytes.length()).isZero();
  }

  @Test
  void encodesEveryLengthOfUtf8() {
    int[] codePoints = {0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
    RecordBytes bytes = new RecordBytes(100);
    StringBuilder expected = new StringBuilder();
    for (int codePoint : codePoints) {
      bytes.appendCodePoint(codePoint);
      expected.appendCodePoint(codePoint);
    }
    assertThat(bytes.view()).isEqualTo(ByteBuffer.wrap(expected.toString().getBytes(UTF_8)));
  }
}
