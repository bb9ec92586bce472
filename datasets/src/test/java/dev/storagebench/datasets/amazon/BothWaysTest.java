package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fast way through records that are in memory as a whole against the general way, which bytes
 * that arrive one by one always take: records, notes, errors and their places must be the same.
 */
class BothWaysTest {
  private static final int ROUNDS = 4_000;

  private static final String[] SNAP_LINES = {
    "product/productId: P", "review/userId: U", "review/profileName: Ann",
        "review/helpfulness: 1/2",
    "review/score: 4.0", "review/time: 1000000000", "review/summary: Good", "review/text: It works."
  };
  private static final String[] SNAP_PIECES = {
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\u000b",
    "\n\u000b",
    ": ",
    "\n: x",
    "\nmore",
    " ",
    "\0",
    "\t",
    "product/title: A Thing\n",
    "review/time: 7\n",
    "review/mood: fair\n",
    "review/text:\n",
    "product/productId: \n",
    "review/userId: second\n",
    "\u00ef\u00bb\u00bf",
    "p",
    "r"
  };
  private static final String[] JSON_PIECES = {
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\"",
    "\\",
    "\\n",
    "\\u00e9",
    "\\u0001",
    "\\ud83d",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "1e5",
    "\"asin\":\"\",",
    "\"x\":[1,{\"y\":[]}],",
    "\u00e9",
    "\0",
    "\u00e2\u0082\u00ac",
    "\u00ef\u00bb\u00bf",
    "\"reviewerName\":\"B\",",
    "'"
  };

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leadToTheSameRecordsNotesAndErrors(boolean snap) throws IOException {
    SplittableRandom random = new SplittableRandom(snap ? 21 : 22);
    int good = 0;
    int bad = 0;
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder input = new StringBuilder();
      for (int records = random.nextInt(2, 9); records > 0; records--) {
        input.append(snap ? block(random) : object(random));
      }
      String[] pieces = snap ? SNAP_PIECES : JSON_PIECES;
      for (int hits = random.nextInt(4); hits > 0; hits--) {
        damage(input, pieces, random);
      }
      byte[] bytes = input.toString().getBytes(ISO_8859_1);
      for (ReadOptions options : List.of(ReadOptions.STRICT, ReadOptions.LENIENT)) {
        List<String> general = read(ReadReviews.trickle(bytes, 1), options);
        int piece = random.nextInt(2, 2 * bytes.length + 2);
        assertThat(read(new ByteArrayInputStream(bytes), options))
            .as("%s", input)
            .isEqualTo(general);
        assertThat(read(ReadReviews.trickle(bytes, piece), options))
            .as("%s in pieces of %d", input, piece)
            .isEqualTo(general);
        good += general.stream().anyMatch(line -> line.contains(" -> ")) ? 1 : 0;
        bad += general.stream().anyMatch(line -> line.startsWith("bad ")) ? 1 : 0;
      }
    }
    // Both sides were really tried.
    assertThat(good).isGreaterThan(ROUNDS / 2);
    assertThat(bad).isGreaterThan(ROUNDS / 4);
  }

  @Test
  void agreeWhereTheBytesInMemoryEnd() throws IOException {
    SplittableRandom random = new SplittableRandom(23);
    for (boolean snap : new boolean[] {true, false}) {
      StringBuilder input = new StringBuilder();
      while (input.length() < 1_500_000) {
        input.append(snap ? block(random) : object(random));
      }
      byte[] bytes = input.toString().getBytes(ISO_8859_1);
      List<String> general = read(ReadReviews.trickle(bytes, 1), ReadOptions.LENIENT);
      assertThat(read(new ByteArrayInputStream(bytes), ReadOptions.LENIENT)).isEqualTo(general);
      assertThat(read(ReadReviews.trickle(bytes, 1001), ReadOptions.LENIENT)).isEqualTo(general);
    }
  }

  /** Everything a reader tells: records, the error that ends the reading, notes, bad records. */
  private static List<String> read(InputStream in, ReadOptions options) throws IOException {
    List<String> told = new ArrayList<>();
    try (RecordReader reader = new AmazonFormat().open(in, "test", options)) {
      try {
        while (reader.next()) {
          String key = ReadReviews.text(reader.key());
          told.add(key + " -> " + ReadReviews.text(reader.value()));
        }
      } catch (BadInputException e) {
        told.add("bad " + e.getMessage());
      }
      told.add("notes " + reader.counts().notes());
      told.add("records " + reader.counts().records());
      reader.counts().firstBadRecords().forEach(problem -> told.add("bad " + problem));
    } catch (BadInputException e) {
      told.add("bad " + e.getMessage());
    }
    return told;
  }

  private static String block(SplittableRandom random) {
    List<String> lines = new ArrayList<>();
    for (String line : SNAP_LINES) {
      lines.add(line + "x".repeat(random.nextInt(4) * random.nextInt(20)));
    }
    if (random.nextInt(10) == 0) {
      int from = random.nextInt(lines.size());
      lines.add(random.nextInt(lines.size()), lines.remove(from));
    }
    if (random.nextInt(20) == 0) {
      lines.remove(random.nextInt(lines.size()));
    }
    if (random.nextInt(20) == 0) {
      lines.add(random.nextInt(lines.size()), "product/title: A Thing");
    }
    return String.join("\n", lines) + "\n\n" + (random.nextInt(10) == 0 ? "\n" : "");
  }

  private static String object(SplittableRandom random) {
    String x = "x".repeat(random.nextInt(4) * random.nextInt(20));
    String object =
        switch (random.nextInt(3)) {
          case 0 ->
              "{\"reviewerID\": \"U%s\", \"asin\": \"P\", \"helpful\": [1, 2], \"reviewText\": \"a\\n%s\", \"overall\": 4.0}";
          case 1 ->
              "{\"asin\":\"P%s\",\"reviewerID\":\"U\",\"reviewerName\":\"\u00c3\u00a9\",\"reviewText\":\"%s\"}";
          default ->
              "{\"rating\": 1, \"title\": \"%s\", \"text\": \"b%s\", \"images\": [], \"asin\": \"P\", \"user_id\": \"U\"}";
        };
    String space = random.nextInt(10) == 0 ? " \t\r" : "";
    return object.formatted(x, x) + space + (random.nextInt(10) == 0 ? "\n\n" : "\n");
  }

  private static void damage(StringBuilder input, String[] pieces, SplittableRandom random) {
    int at = random.nextInt(input.length());
    if (random.nextBoolean()) {
      // Most pieces mean something only at the start of a line.
      at = input.indexOf("\n", at) + 1;
    }
    int to = Math.min(input.length(), at + random.nextInt(1, 12));
    String piece = pieces[random.nextInt(pieces.length)];
    switch (random.nextInt(4)) {
      case 0 -> input.delete(at, to);
      case 1 -> input.replace(at, to, piece);
      default -> input.insert(at, piece);
    }
    input.append('\n');
  }
}
