package dev.storagebench.sql.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.junit.jupiter.api.Test;

final class ColumnChecksumTest {

  private static byte[] digits(int length) {
    byte[] digits = new byte[length];
    ColumnChecksum.random(digits, new SplitMix64(3));
    ColumnChecksum.digits(digits, 2, 17);
    return digits;
  }

  @Test
  void digitsHaveSysbenchsForm() {
    assertThat(new String(digits(ColumnChecksum.C_BYTES), StandardCharsets.ISO_8859_1))
        .matches("(\\d{11}-){9}\\d{11}");
    assertThat(new String(digits(ColumnChecksum.PAD_BYTES), StandardCharsets.ISO_8859_1))
        .matches("(\\d{11}-){4}\\d{11}");
  }

  @Test
  void digitsBelongToTheirRowOnly() {
    byte[] digits = digits(ColumnChecksum.C_BYTES);
    assertThat(ColumnChecksum.digitsHold(digits, ColumnChecksum.C_BYTES, 2, 17)).isTrue();
    assertThat(ColumnChecksum.digitsHold(digits, ColumnChecksum.C_BYTES, 2, 18)).isFalse();
    assertThat(ColumnChecksum.digitsHold(digits, ColumnChecksum.C_BYTES, 1, 17)).isFalse();
    digits[5]++;
    assertThat(ColumnChecksum.digitsHold(digits, ColumnChecksum.C_BYTES, 2, 17)).isFalse();
  }

  @Test
  void textsBelongToTheirRowOnly() {
    ByteBuffer text = ByteBuffer.wrap("an article".getBytes(StandardCharsets.ISO_8859_1));
    byte[] seal = ColumnChecksum.ofText(text, 0, 5);
    byte[] sealed = new byte[text.remaining() + seal.length];
    text.get(0, sealed, 0, text.remaining());
    System.arraycopy(seal, 0, sealed, text.remaining(), seal.length);
    assertThat(ColumnChecksum.textHolds(sealed, 0, 5)).isTrue();
    assertThat(ColumnChecksum.textHolds(sealed, 0, 6)).isFalse();
    sealed[0] ^= 1;
    assertThat(ColumnChecksum.textHolds(sealed, 0, 5)).isFalse();
    assertThat(ColumnChecksum.textHolds(new byte[3], 0, 5)).isFalse();
  }
}
