package dev.storagebench.datasets.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;

class KeysTest {
  private static final int MILLION = 1_000_000;

  @Test
  void fineFoodsKeysAreUnique() {
    assertUnique(writing(fineFoods(1)));
  }

  @Test
  void reviewsKeysAreUnique() {
    assertUnique(writing(reviews(1)));
  }

  @Test
  void articlesKeysAreUnique() {
    ArticleWriter writer = new ArticleWriter(ArticleWriter.SIZES, 1, 1);
    assertUnique((index, key) -> writer.writeKey(index, key));
  }

  /** The first million, and as many spread over all indexes. */
  private static void assertUnique(BiConsumer<Long, RecordBytes> keys) {
    XXHash64 hash = XXHashFactory.fastestInstance().hash64();
    RecordBytes key = new RecordBytes(RecordReader.MAX_KEY_BYTES);
    long[] hashes = new long[2 * MILLION];
    long step = (RecordGenerator.INDEX_LIMIT - 1 - MILLION) / (MILLION - 1);
    for (int i = 0; i < MILLION; i++) {
      key.clear();
      keys.accept((long) i, key);
      hashes[i] = hash.hash(key.view(), 0);
      key.clear();
      keys.accept(MILLION + i * step, key);
      hashes[MILLION + i] = hash.hash(key.view(), 0);
    }
    Arrays.sort(hashes);
    assertThat(IntStream.range(1, hashes.length).filter(i -> hashes[i] == hashes[i - 1])).isEmpty();
  }

  @Test
  void reviewKeysAreAProductASpaceAndAUser() {
    RecordGenerator generator = RecordGenerator.reviews(3);
    for (int index = 0; index < 1000; index++) {
      generator.generate(index);
      assertThat(StandardCharsets.US_ASCII.decode(generator.key()).toString())
          .matches("B0[0-9A-Z]{8} A[0-9A-Z]{12,13}");
    }
  }

  @Test
  void keysDoNotRiseWithTheIndex() {
    for (String name : List.of("reviews", "finefoods", "articles", "short-articles")) {
      GeneratedFormat format = (GeneratedFormat) DatasetSpec.parse(name).recordFormat();
      RecordGenerator generator = format.open("seed=5", ReadOptions.STRICT);
      int rises = 0;
      String before = "";
      for (int index = 0; index < 2000; index++) {
        generator.generate(index);
        String key = StandardCharsets.US_ASCII.decode(generator.key()).toString();
        rises += key.compareTo(before) > 0 ? 1 : 0;
        before = key;
      }
      assertThat(rises).as(name).isBetween(900, 1100);
    }
  }

  @Test
  void fineFoodsHaveAboutAsManyProductsAndUsersAsPublished() {
    ReviewKeys keys = fineFoods(1);
    Map<Long, Integer> products = new HashMap<>();
    Map<Long, Integer> users = new HashMap<>();
    for (int index = 0; index < 568_454; index++) {
      keys.locate(index);
      products.merge(keys.product(), 1, Integer::sum);
      users.merge(keys.user(), 1, Integer::sum);
    }

    assertThat(products.size()).isBetween(67_000, 82_000);
    assertThat(users.size()).isBetween(190_000, 270_000);
    assertThat(products.values().stream().mapToInt(n -> n).max().orElseThrow()).isGreaterThan(200);
    assertThat(users.values().stream().filter(n -> n > 50).count()).isBetween(200L, 320L);
  }

  /** 79 to 96 % of neighbours in published files are of one product. */
  @Test
  void reviewsOfAProductFollowEachOther() {
    assertThat(neighboursOfOneProduct(fineFoods(1))).isBetween(0.79, 0.96);
    assertThat(neighboursOfOneProduct(reviews(1))).isBetween(0.79, 0.97);
  }

  private static double neighboursOfOneProduct(ReviewKeys keys) {
    int shared = 0;
    long before = -1;
    for (int index = 0; index < MILLION; index++) {
      keys.locate(index);
      shared += keys.product() == before ? 1 : 0;
      before = keys.product();
    }
    return (double) shared / MILLION;
  }

  private static BiConsumer<Long, RecordBytes> writing(ReviewKeys keys) {
    return (index, key) -> {
      keys.locate(index);
      keys.write(key);
    };
  }

  private static ReviewKeys fineFoods(long seed) {
    return new ReviewKeys(seed, ReviewWriter.FINE_FOODS_SHARES, 18);
  }

  private static ReviewKeys reviews(long seed) {
    return new ReviewKeys(seed, ReviewWriter.MOVIE_SHARES, 20);
  }
}
