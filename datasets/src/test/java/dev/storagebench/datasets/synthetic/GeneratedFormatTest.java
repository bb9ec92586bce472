package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reviews               | 100000 | 42 | 0",
        "finefoods             | 200000 | 42 | 0",
        "articles              | 4000   | 42 | 0",
        "articles:records=3k;mean=48k | 3000 | 42 | 49152",
        "articles:mean=100k;bytes=1g  | 10485 | 42 | 102400",
        "reviews:records=3k    | 3000   | 42 | 0",
        "reviews:records=2M,seed=7 | 2000000 | 7 | 0",
        "reviews:records=2M;seed=7 | 2000000 | 7 | 0",
        "reviews:seed=-9       | 100000 | -9 | 0",
        "reviews:bytes=1010    | 1      | 42 | 0",
        "reviews:bytes=1       | 1      | 42 | 0",
        "reviews:bytes=9g      | 9567996 | 42 | 0",
      })
  void settingsAreRead(String spec, long records, long seed, long meanBytes) {
    DatasetSpec dataset = DatasetSpec.parse(spec);
    GeneratedFormat format = (GeneratedFormat) dataset.recordFormat();

    assertThat(format.settings(dataset.argument()))
        .isEqualTo(new GeneratorSettings(records, seed, meanBytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rows=5",
        "records",
        "records=",
        "records=k",
        "records=1e5",
        "records=0",
        "records=-1",
        "records=5,records=6",
        "records=5,bytes=6",
        "seed=x",
        "seed=1,seed=1",
        "mean=48k",
        "records=5,",
        "records=9999999999g",
        "records=2t",
        "bytes=-3",
        "records=12x",
        " records=5"
      })
  void badSettingsAreRefusedWithTheValidOnes(String argument) {
    assertThatThrownBy(() -> new GeneratedFormat.Reviews().open(argument, ReadOptions.STRICT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reviews:" + argument)
        .hasMessageContaining("records=N")
        .hasMessageContaining("bytes=N")
        .hasMessageContaining("seed=N");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean=7k", "mean=1025k", "mean=0", "mean=x", "mean=9k;mean=9k"})
  void meansOutOfRangeAreRefused(String argument) {
    assertThatThrownBy(() -> new GeneratedFormat.Articles().open(argument, ReadOptions.STRICT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("articles:" + argument)
        .hasMessageContaining("mean=N (bytes of a value on average, from 8k to 1m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reviews", "finefoods", "articles"})
  void readerHandsOutTheGeneratorsRecordsInOrder(String name) throws IOException {
    GeneratedFormat format = (GeneratedFormat) DatasetSpec.parse(name).recordFormat();
    RecordGenerator expected = format.open("seed=3", ReadOptions.STRICT);
    try (RecordReader reader =
        DatasetSpec.parse(name + ":records=50,seed=3").open(ReadOptions.STRICT)) {
      for (int index = 0; index < 50; index++) {
        assertThat(reader.next()).isTrue();
        expected.generate(index);
        assertThat(reader.key()).isEqualTo(expected.key());
        assertThat(reader.value()).isEqualTo(expected.value());
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).isFalse();
      assertThat(reader.counts().records()).isEqualTo(50);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reviews", "finefoods", "articles"})
  void bytesAreMetWithinATwentieth(String name) throws IOException {
    long bytes = 0;
    try (RecordReader reader = DatasetSpec.parse(name + ":bytes=128m").open(ReadOptions.STRICT)) {
      while (reader.next()) {
        bytes += reader.key().remaining() + reader.value().remaining();
      }
    }

    assertThat(bytes).isBetween((128L << 20) * 19 / 20, (128L << 20) * 21 / 20);
  }

  @Test
  void identityNamesVersionRecordsAndSeed() throws IOException {
    assertThat(DatasetSpec.parse("reviews:seed=7,records=2k").identity())
        .isEqualTo("reviews:version=3,records=2000,seed=7");
    assertThat(DatasetSpec.parse("reviews").identity())
        .isEqualTo("reviews:version=3,records=100000,seed=42");
    assertThat(DatasetSpec.parse("articles:mean=48k").identity())
        .isEqualTo("articles:version=3,records=4000,seed=42,mean=49152");
  }
}
