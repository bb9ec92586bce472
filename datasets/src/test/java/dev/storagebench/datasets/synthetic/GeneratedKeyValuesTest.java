package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedKeyValuesTest {

  private static RecordReader open(String settings) {
    return GeneratedKeyValues.parse(settings).open();
  }

  @ParameterizedTest
  @CsvSource({
    "records=1k;key=16;value=100, 1000, 16, 16, 100, 100",
    "'records=2000,key=3,value=0', 2000, 3, 3, 0, 0",
    "records=3k;key=8-40;value=1-1k, 3000, 8, 40, 1, 1024",
    "records=1k;key=511;value=5000;compressible=1, 1000, 511, 511, 5000, 5000",
    "records=1k;key=23;value=1000;prefix=user, 1000, 23, 23, 1000, 1000",
    "bytes=116k, 1024, 16, 16, 100, 100",
  })
  void recordsHaveTheSizesAskedForAndDistinctKeys(
      String settings, int records, int minKey, int maxKey, int minValue, int maxValue)
      throws IOException {
    Set<ByteBuffer> keys = new HashSet<>();
    try (RecordReader reader = open(settings)) {
      assertThat(reader.expectedRecords()).hasValue(records);
      while (reader.next()) {
        keys.add(ByteBuffer.allocate(reader.key().remaining()).put(reader.key()).flip());
        assertThat(reader.key().remaining()).isBetween(minKey, maxKey);
        assertThat(reader.value().remaining()).isBetween(minValue, maxValue);
      }
    }
    assertThat(keys).hasSize(records);
  }

  @ParameterizedTest
  @ValueSource(strings = {"key=4", "key=16", "key=3-9"})
  void sequentialKeysAscendAndValuesStay(String key) throws IOException {
    String settings = "records=30k;value=20;" + key;
    ByteBuffer previous = ByteBuffer.allocate(0);
    try (RecordReader random = open(settings);
        RecordReader sequential = open(settings + ";order=sequential")) {
      while (sequential.next()) {
        assertThat(Arrays.compareUnsigned(bytes(previous), bytes(sequential.key()))).isNegative();
        previous = ByteBuffer.wrap(bytes(sequential.key()));
        assertThat(random.next()).isTrue();
        assertThat(random.key().remaining()).isEqualTo(sequential.key().remaining());
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  @Test
  void keysBeginWithAPrefixThatLeavesThemDistinct() throws IOException {
    String settings = "records=1k;key=8-12;prefix=user";
    assertThat(GeneratedKeyValues.parse(settings).identity()).endsWith(",prefix=user");
    try (RecordReader reader = open(settings)) {
      while (reader.next()) {
        assertThat(new String(bytes(reader.key()), StandardCharsets.UTF_8)).startsWith("user");
      }
    }
    assertThatThrownBy(() -> open("records=1k;key=5;prefix=user"))
        .hasMessageContaining("only 32 keys of 5 bytes are distinct");
    assertThatThrownBy(() -> open("key=4;prefix=user"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key");
    assertThatThrownBy(() -> open("prefix=a b")).hasMessageContaining("invalid prefix 'a b'");
  }

  @Test
  void onlyASequentialOrderChangesTheIdentity() {
    String random = GeneratedKeyValues.parse("key=4").identity();
    assertThat(random).endsWith(",key=4,value=100,compressible=2.0");
    assertThat(GeneratedKeyValues.parse("key=4;order=random").identity()).isEqualTo(random);
    assertThat(GeneratedKeyValues.parse("key=4;order=sequential").identity())
        .isEqualTo(random + ",order=sequential");
  }

  @Test
  void equalSeedsGiveEqualRecords() throws IOException {
    try (RecordReader one = open("records=100;seed=1");
        RecordReader same = open("records=100;seed=1");
        RecordReader other = open("records=100;seed=2")) {
      while (one.next()) {
        assertThat(same.next() && other.next()).isTrue();
        assertThat(same.key()).isEqualTo(one.key()).isNotEqualTo(other.key());
        assertThat(same.value()).isEqualTo(one.value()).isNotEqualTo(other.value());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1",
    "100, 1.5",
    "100, 2",
    "1000, 2",
    "1000, 3",
    "20000, 2",
    "20000, 4",
    "20000, 10",
  })
  void valuesCompressAsAskedForInSmallBlocksToo(int bytes, double ratio) throws IOException {
    byte[] values = new byte[1 << 20];
    int filled = 0;
    try (RecordReader reader = open("value=" + bytes + ";compressible=" + ratio)) {
      while (filled < values.length && reader.next()) {
        int length = Math.min(reader.value().remaining(), values.length - filled);
        reader.value().get(values, filled, length);
        filled += length;
      }
    }
    long zstd = 0;
    long lz4 = 0;
    for (int at = 0; at < values.length; at += 4096) {
      byte[] block = Arrays.copyOfRange(values, at, at + 4096);
      zstd += Math.min(block.length, Zstd.compress(block, 3).length);
      lz4 +=
          Math.min(
              block.length,
              LZ4Factory.fastestJavaInstance().fastCompressor().compress(block).length);
    }

    assertThat((double) values.length / zstd).isBetween(ratio * 0.9, ratio * 1.1);
    assertThat((double) values.length / lz4).isBetween(ratio * 0.9, ratio * 1.1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=0",
        "key=512",
        "key=9-8",
        "key=x",
        "value=65m",
        "value=-1",
        "compressible=0.5",
        "compressible=21",
        "compressible=x",
        "order=down",
        "key=8;key=9",
        "colour=red",
        "records=0",
        "records=5,"
      })
  void badSettingsAreRefusedWithTheValidOnes(String settings) {
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kv:" + settings)
        .hasMessageContaining("key=N or N-M")
        .hasMessageContaining("compressible=R")
        .hasMessageContaining("order=random or sequential");
  }

  @Test
  void moreRecordsThanKeysOfTheLengthAreRefused() {
    assertThatThrownBy(() -> open("records=33k;key=3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only 32,768 keys of 3 bytes are distinct");
  }
}
