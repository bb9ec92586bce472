package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Valid inputs with random damage: reading ends, and with nothing but a {@link BadInputException}.
 */
@Timeout(120)
class AmazonFuzzTest {
  private static final int ROUNDS = 6_000;
  private static final int RECORDS = 4;

  /** Pieces that mean something in one of the forms. */
  private static final String[] TOKENS = {
    "\n",
    "\n\n",
    "\r",
    "\0",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ": ",
    "null",
    "-",
    "1e",
    "\"asin\":",
    "\"user_id\":\"U\",",
    "product/productId: ",
    "review/text: ",
    "review/userId:",
    "review/",
    "\u0001",
    "\u00ff",
    "\u00e2\u0082\u00ac",
    "\u00ef\u00bb\u00bf",
    " "
  };

  @ParameterizedTest
  @ValueSource(strings = {"snap", "lines", "array"})
  void damageEndsInRecordsOrBadInput(String form) throws IOException {
    byte[] valid = valid(form).getBytes(ISO_8859_1);
    SplittableRandom random = new SplittableRandom(form.hashCode());
    long good = 0;
    long bad = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = damage(valid, random);
      int piece = random.nextInt(1, 400);
      ReadCounts lenient = read(damaged, piece, ReadOptions.LENIENT);
      ReadCounts strict = read(damaged, piece, ReadOptions.STRICT);
      assertThat(strict.records()).isLessThanOrEqualTo(lenient.records());
      good += lenient.records();
      bad += lenient.badRecords();
    }
    assertThat(good).as("records that survive").isGreaterThan(ROUNDS);
    assertThat(bad).as("records that do not").isGreaterThan(ROUNDS / 10);
  }

  @Test
  void everyTruncationEndsInRecordsOrBadInput() throws IOException {
    for (String form : new String[] {"snap", "lines", "array"}) {
      byte[] valid = valid(form).getBytes(ISO_8859_1);
      for (int length = 0; length < valid.length; length++) {
        ReadCounts counts = read(Arrays.copyOf(valid, length), 100, ReadOptions.LENIENT);
        assertThat(counts.badRecords()).as("%s cut to %d", form, length).isLessThanOrEqualTo(1);
        assertThat(counts.records()).isLessThanOrEqualTo(RECORDS);
      }
    }
  }

  /** Reads all of it; every record must keep the contract. */
  private static ReadCounts read(byte[] bytes, int piece, ReadOptions options) throws IOException {
    ReadCounts none = new ReadCounts();
    InputStream in = ReadReviews.trickle(bytes, piece);
    try (RecordReader reader = new AmazonFormat().open(in, "test", options)) {
      try {
        while (reader.next()) {
          assertThat(reader.key().remaining()).isBetween(3, RecordReader.MAX_KEY_BYTES);
          assertThat(reader.value().remaining()).isLessThanOrEqualTo(bytes.length * 3);
        }
      } catch (BadInputException e) {
        assertThat(e.place().byteOffset()).isBetween(0L, (long) bytes.length);
      }
      return reader.counts();
    } catch (BadInputException e) {
      return none;
    }
  }

  private static byte[] damage(byte[] valid, SplittableRandom random) {
    StringBuilder bytes = new StringBuilder(new String(valid, ISO_8859_1));
    for (int hits = random.nextInt(1, 5); hits > 0; hits--) {
      int at = random.nextInt(bytes.length());
      int to = Math.min(bytes.length(), at + random.nextInt(1, 20));
      switch (random.nextInt(6)) {
        case 0 -> bytes.setCharAt(at, (char) random.nextInt(256));
        case 1 -> bytes.delete(at, to);
        case 2 -> bytes.insert(at, bytes.substring(at, to));
        case 3, 4 -> bytes.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
        default -> bytes.replace(at, to, TOKENS[random.nextInt(TOKENS.length)]);
      }
      bytes.append(' ');
    }
    return bytes.toString().getBytes(ISO_8859_1);
  }

  private static String valid(String form) {
    StringBuilder text = new StringBuilder(form.equals("array") ? "[" : "");
    for (int i = 0; i < RECORDS; i++) {
      text.append(
          switch (form) {
            case "snap" ->
                "product/productId: P%d\nreview/userId: U\nreview/profileName: N\nreview/score: 1.0\nreview/text: t: %d\nmore\n\n"
                    .formatted(i, i);
            case "lines" -> object(i) + "\n";
            default -> object(i) + (i + 1 < RECORDS ? ",\n" : "]\n");
          });
    }
    return text.toString();
  }

  private static String object(int i) {
    return "{\"asin\": \"P%d\", \"user_id\": \"U\", \"style\": {\"a\": [1.5e3, true]}, \"helpful\": [1, 2], \"text\": \"\\u20ac \\n\u00e2\u0082\u00ac\", \"rating\": -0.5}"
        .formatted(i);
  }
}
