package dev.storagebench.datasets.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecompressedStreamTest {
  private static final String DISK = "Input/output error";

  /** A file on a disk that fails. */
  private static final class Broken extends BlockInputStream {
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      throw new IOException(DISK);
    }
  }

  private static InputStream open(InputStream file, CompressedSamples packing) throws IOException {
    return new DecompressedStream(file, "records", InputCompression.valueOf(packing.name()));
  }

  private static byte[] text() {
    StringBuilder text = new StringBuilder();
    new Random(3).ints(100_000, 'a', 'z').forEach(letter -> text.append((char) letter));
    return text.toString().getBytes(UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void aDiskThatFailsIsNoDamageOfTheFile(CompressedSamples packing) throws IOException {
    byte[] packed = packing.compress(text());
    int half = packed.length / 2;
    InputStream file =
        new SequenceInputStream(new ByteArrayInputStream(packed, 0, half), new Broken());
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (InputStream in = open(file, packing)) {
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> in.transferTo(read))
            .isExactlyInstanceOf(IOException.class)
            .isNotInstanceOf(BadInputException.class)
            .hasMessageStartingWith("records: cannot be read on from byte ")
            .hasMessageContaining(DISK)
            .hasMessageNotContaining("damaged");
      }
    }
    assertThat(text()).startsWith(read.toByteArray());
  }

  @ParameterizedTest
  @EnumSource
  void aDiskThatFailsAtOnceIsNoDamageEither(CompressedSamples packing) {
    assertThatThrownBy(() -> open(new Broken(), packing).read())
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("records: cannot be read on from byte 0 (" + DISK + ")");
  }
}
