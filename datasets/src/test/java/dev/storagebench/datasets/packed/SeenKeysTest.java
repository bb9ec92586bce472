package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenKeysTest {

  @Test
  void numbersAreKeptApartAsAMapDoes() {
    SeenKeys keys = new SeenKeys();
    Map<String, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 1; i <= 300_000; i++) {
      String key = "key " + random.nextInt(150_000);
      long number = 1 + (random.nextLong() >>> 24);
      Long before = expected.put(key, number);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(key);
      assertThat(keys.put(bytes, number)).isEqualTo(before == null ? 0 : before);
    }
  }
}
