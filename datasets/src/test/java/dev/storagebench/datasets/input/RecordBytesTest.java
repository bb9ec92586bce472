package dev.storagebench.datasets.input;

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
  void encodesUtf16AndReplacesLoneSurrogates() {
    String text =
        "\0\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff".repeat(3000);
    RecordBytes bytes = new RecordBytes(200_000);
    bytes.append(text.toCharArray(), 0, text.length());
    assertThat(bytes.view()).isEqualTo(ByteBuffer.wrap(text.getBytes(UTF_8)));
    assertThat(bytes.replaced()).isFalse();
    bytes.clear();
    bytes.append("\ud83d \ude00\ud83d\ud83d\ude00\ud83d".toCharArray(), 0, 7);
    assertThat(UTF_8.decode(bytes.view()).toString())
        .isEqualTo("\ufffd \ufffd\ufffd\ud83d\ude00\ufffd");
    assertThat(bytes.replaced()).isTrue();
  }

  @Test
  void dropsTextBeyondTheMaximum() {
    RecordBytes bytes = new RecordBytes(10);
    bytes.append("0123456789".toCharArray(), 0, 10);
    assertThat(bytes.overflowed()).isFalse();
    bytes.append("\u00e9".toCharArray(), 0, 1);
    assertThat(bytes.overflowed()).isTrue();
    assertThat(bytes.length()).isEqualTo(10);
  }
}
