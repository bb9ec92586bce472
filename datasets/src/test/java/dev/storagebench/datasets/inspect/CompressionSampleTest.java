package dev.storagebench.datasets.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.datasets.inspect.InspectionReport.Compressibility;
import dev.storagebench.datasets.inspect.InspectionReport.Ratio;
import dev.storagebench.datasets.synthetic.RecordGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionSampleTest {
  private static final int CHUNK = 256 << 10;

  private static Compressibility measure(CompressionSample sample, ByteBuffer... parts)
      throws IOException {
    for (ByteBuffer part : parts) {
      sample.add(part);
      assertThat(part.hasRemaining()).isTrue();
    }
    return sample.measure();
  }

  private static ByteBuffer random(long seed, int bytes) {
    byte[] array = new byte[bytes];
    new Random(seed).nextBytes(array);
    return ByteBuffer.wrap(array);
  }

  @Test
  void largerBlocksAndTheStrongerCodecCompressTextBetter() throws IOException {
    CompressionSample sample = new CompressionSample(CompressionSample.MAX_BYTES);
    RecordGenerator generator = RecordGenerator.reviews(1);
    for (int i = 0; i < 2000; i++) {
      generator.generate(i);
      sample.add(generator.key());
      sample.add(generator.value());
    }
    Compressibility text = sample.measure();
    assertThat(text.wholeData()).isTrue();
    assertThat(text.ratios()).extracting(Ratio::codec).containsExactly("lz4", "snappy", "zstd-3");
    assertThat(text.ratios())
        .allSatisfy(
            ratio -> {
              assertThat(ratio.blocksOf4KiB()).isGreaterThan(1.1);
              assertThat(ratio.blocksOf16KiB()).isGreaterThan(ratio.blocksOf4KiB());
              assertThat(ratio.stream()).isGreaterThan(ratio.blocksOf16KiB());
            });
    Ratio lz4 = text.ratios().get(0);
    Ratio zstd = text.ratios().get(2);
    assertThat(zstd.blocksOf4KiB()).isGreaterThan(lz4.blocksOf4KiB());
    assertThat(zstd.stream()).isGreaterThan(lz4.stream());
  }

  @Test
  void randomBytesDoNotCompress() throws IOException {
    Compressibility none = measure(new CompressionSample(4 * CHUNK), random(1, CHUNK + 7777));
    assertThat(none.sampleBytes()).isEqualTo(CHUNK + 7777);
    for (Ratio ratio : none.ratios()) {
      assertThat(List.of(ratio.blocksOf4KiB(), ratio.blocksOf16KiB(), ratio.stream()))
          .allSatisfy(each -> assertThat(each).isCloseTo(1, within(0.02)));
    }
  }

  @Test
  void theSampleIsBoundedAndUniform() throws IOException {
    // Half of the stream is noise, half is zeros; a sample that favoured one would show it.
    CompressionSample sample = new CompressionSample(64 * CHUNK);
    ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
    for (int i = 0; i < 400; i++) {
      sample.add(i < 200 ? random(i, CHUNK) : zeros);
    }
    Compressibility half = sample.measure();
    assertThat(half.wholeData()).isFalse();
    assertThat(half.sampleBytes()).isEqualTo(64 * CHUNK);
    // 32 of 64 chunks are noise, 4 more or less: a standard deviation of a draw.
    assertThat(1 / half.ratios().get(2).stream()).isCloseTo(0.5, within(0.19));
  }
}
