package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyPolicyTest {

  @Test
  void numbersAreKeptApartAsAMapDoes() {
    KeyNumbers numbers = new KeyNumbers();
    Map<String, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 1; i <= 300_000; i++) {
      String key = "key " + random.nextInt(150_000);
      long number = 1 + (random.nextLong() >>> 24);
      Long before = expected.put(key, number);
      assertThat(numbers.put(utf8(key), number)).isEqualTo(before == null ? 0 : before);
    }

    expected.forEach((key, number) -> assertThat(numbers.get(utf8(key))).isEqualTo(number));
    assertThat(numbers.get(utf8("never put"))).isZero();
  }

  @Test
  void lastWinsMarksAllButTheLastOfEqualKeys() {
    LastWins policy = new LastWins();
    String[] keys = {"a", "b", "a", "c", "a", "b"};
    for (int i = 0; i < keys.length; i++) {
      assertThat(policy.keyFor(utf8(keys[i]), i)).isEqualTo(utf8(keys[i]));
    }

    List<Long> kept = new ArrayList<>();
    for (long i = 0; i < keys.length; i++) {
      if (!policy.replaced(i)) {
        kept.add(i);
      }
    }
    assertThat(kept).containsExactly(3L, 4L, 5L);
    assertThat(policy.duplicates()).isEqualTo(3);
  }

  @Test
  void ordinalsCountUpAndPassOverKeysThatExist() {
    assertThat(ordinals("a", "a", "b", "a", "a #4", "a", "a #2"))
        .containsExactly("a", "a #2", "b", "a #3", "a #4", "a #5", "a #2 #2");
  }

  @Test
  void ordinalsOfLongKeysAreCutAtACharacterAndStayUnique() {
    String tooLongByOne = "x".repeat(508) + "ü";
    String other = "x".repeat(508) + "ö";

    List<String> keys = ordinals(tooLongByOne, tooLongByOne, other, other, tooLongByOne);

    assertThat(keys)
        .containsExactly(
            tooLongByOne,
            "x".repeat(508) + " #2",
            other,
            "x".repeat(508) + " #3",
            "x".repeat(508) + " #4")
        .allSatisfy(key -> assertThat(utf8(key).remaining()).isLessThanOrEqualTo(511));
  }

  @Test
  void ordinalsNeverCutInsideACharacter() {
    String key = "ü".repeat(255);

    assertThat(ordinals(key, key)).containsExactly(key, "ü".repeat(254) + " #2");
  }

  private static List<String> ordinals(String... keys) {
    OrdinalKeys policy = new OrdinalKeys();
    List<String> given = new ArrayList<>();
    for (String key : keys) {
      ByteBuffer read = utf8(key);
      given.add(StandardCharsets.UTF_8.decode(policy.keyFor(read, 0).duplicate()).toString());
      assertThat(read).isEqualTo(utf8(key));
    }
    return given;
  }

  private static ByteBuffer utf8(String text) {
    return StandardCharsets.UTF_8.encode(text);
  }
}
