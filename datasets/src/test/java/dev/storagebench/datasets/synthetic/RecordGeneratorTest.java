package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordGeneratorTest {
  private static RecordGenerator generator(String name, long seed) {
    return ((GeneratedFormat) DatasetSpec.parse(name).recordFormat())
        .open("seed=" + seed, ReadOptions.STRICT);
  }

  /** Where this fails on purpose, {@code GeneratedFormat.VERSION} goes up as well. */
  @ParameterizedTest
  @CsvSource({
    "reviews, b6e8c39045cab18d",
    "finefoods, a21efb8d73f2b9db",
    "articles, 2d21c8fe8a5c0fe2",
  })
  void firstThousandRecordsNeverChange(String name, String expected)
      throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    RecordGenerator generator = generator(name, 42);
    for (int index = 0; index < 1000; index++) {
      generator.generate(index);
      digest.update(generator.key());
      digest.update((byte) 0);
      digest.update(generator.value());
      digest.update((byte) 0);
    }

    assertThat(HexFormat.of().formatHex(digest.digest(), 0, 8)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reviews", "finefoods", "articles", "short-articles"})
  void recordDependsOnSeedAndIndexAlone(String name) {
    RecordGenerator forwards = generator(name, 7);
    RecordGenerator alone = generator(name, 7);
    for (int index = 0; index < 200; index++) {
      forwards.generate(index);
      if (index % 50 == 49) {
        alone.generate(index);
        assertThat(alone.key()).isEqualTo(forwards.key());
        assertThat(alone.value()).isEqualTo(forwards.value());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reviews", "finefoods", "articles", "short-articles"})
  void anotherSeedMakesOtherRecords(String name) {
    RecordGenerator one = generator(name, 1);
    RecordGenerator other = generator(name, 2);
    one.generate(0);
    other.generate(0);

    assertThat(one.key()).isNotEqualTo(other.key());
    assertThat(one.value()).isNotEqualTo(other.value());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reviews", "finefoods", "articles", "short-articles"})
  void lastIndexWorksAndTheNextIsRefused(String name) {
    RecordGenerator generator = generator(name, 1);
    generator.generate(RecordGenerator.INDEX_LIMIT - 1);

    assertThat(generator.key().remaining()).isBetween(1, 100);
    assertThatThrownBy(() -> generator.generate(RecordGenerator.INDEX_LIMIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1,099,511,627,775");
    assertThatThrownBy(() -> generator.generate(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reviewHasSixFields() {
    RecordGenerator generator = Samples.fineFoods(11);
    for (int index = 0; index < 1000; index++) {
      generator.generate(index);
      String[] fields =
          StandardCharsets.UTF_8.decode(generator.value()).toString().split("\u0001", -1);

      assertThat(fields).hasSize(6).doesNotContain("");
      assertThat(fields[1]).matches("\\d+/\\d+");
      assertThat(fields[2]).matches("[1-5]\\.0");
      assertThat(fields[3]).doesNotStartWith("0");
      assertThat(Long.parseLong(fields[3]) % 86_400).isZero();
      assertThat(fields[5]).endsWith(".");
      String[] votes = fields[1].split("/", -1);
      assertThat(Integer.parseInt(votes[0])).isLessThanOrEqualTo(Integer.parseInt(votes[1]));
    }
  }

  @Test
  void articleIsWikitextWithATitleAsItsKey() {
    RecordGenerator generator = Samples.articles(11);
    int redirects = 0;
    for (int index = 0; index < 200; index++) {
      generator.generate(index);
      String title = StandardCharsets.UTF_8.decode(generator.key()).toString();
      String text = StandardCharsets.UTF_8.decode(generator.value()).toString();
      if (text.startsWith("#REDIRECT [[")) {
        redirects++;
        assertThat(title).doesNotContain(" ");
      } else {
        assertThat(text).contains("'''" + title + "'''").contains("==").contains("[[Category:");
      }
    }
    assertThat(redirects).isBetween(70, 130);
  }
}
