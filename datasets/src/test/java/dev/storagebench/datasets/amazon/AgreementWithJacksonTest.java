package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Jackson as the judge of damaged JSON lines: it accepts and reads alike what is accepted, and
 * refuses what is called malformed.
 */
class AgreementWithJacksonTest {
  private static final int ROUNDS = 40_000;
  private static final String[] TOKENS = {
    "\"",
    "\\\"",
    "\\\\",
    "\\/",
    "\\n",
    "\\u00e9",
    "\\u0000",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\t",
    "\r",
    "null",
    "true",
    "0",
    "-",
    ".",
    "e",
    "E+",
    "9",
    "[]",
    "{}",
    "\u00e2\u0082\u00ac",
    "\"x\":",
    "\u00ff",
    "\u0001"
  };

  @Test
  void callsMalformedWhatJacksonRefusesAndReadsTheOthersAlike() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    int accepted = 0;
    int malformed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String line = damage(random);
      byte[] bytes = line.getBytes(ISO_8859_1);
      try {
        List<String> found = ReadReviews.of(line, ReadOptions.STRICT).records();
        assertThat(found).as(line).containsExactly(JacksonReview.read(bytes));
        accepted++;
      } catch (BadInputException e) {
        if (String.valueOf(e.getMessage()).contains("malformed JSON")) {
          assertThat(JacksonReview.isJson(bytes)).as("%s: %s", line, e.getMessage()).isFalse();
          malformed++;
        }
      }
    }
    // Both sides were really tried.
    assertThat(accepted).isGreaterThan(1_000);
    assertThat(malformed).isGreaterThan(1_000);
  }

  @Test
  void readsRandomTextsAsJacksonWroteThem() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 2_000; round++) {
      String text = text(random);
      String line = new String(JacksonReview.write("P", "U", text), ISO_8859_1);
      String read = "P U -> |||||" + new String(text.getBytes(UTF_8), ISO_8859_1);
      assertThat(ReadReviews.of(line, ReadOptions.STRICT).records())
          .containsExactly(read.replace('\u0001', '|'));
    }
  }

  private static String damage(SplittableRandom random) {
    StringBuilder line =
        new StringBuilder(
            "{\"asin\": \"P\", \"user_id\": \"U\", \"x\": {\"a\": [1.5, true]}, \"text\": \"t\\u0041t\", \"y\": -0.5e1}");
    for (int hits = random.nextInt(1, 4); hits > 0; hits--) {
      int at = random.nextInt(line.length());
      switch (random.nextInt(3)) {
        case 0 -> line.deleteCharAt(at);
        case 1 -> line.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
        default -> line.replace(at, at + 1, TOKENS[random.nextInt(TOKENS.length)]);
      }
    }
    return line.toString();
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(100); length > 0; length--) {
      int bound = random.nextBoolean() ? 0x80 : 0x110000;
      int codePoint = random.nextInt(bound);
      if (codePoint < 0xd800 || codePoint > 0xdfff) {
        text.appendCodePoint(codePoint);
      }
    }
    return text.toString();
  }
}
