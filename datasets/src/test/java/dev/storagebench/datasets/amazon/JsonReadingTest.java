package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReadingTest {
  private static final String OF_2014 =
      """
      {"reviewerID": "U1", "asin": "P1", "reviewerName": "Ann \\"A.\\" Lee", "helpful": [1, 2], \
      "reviewText": "It works.\\nCheap.", "overall": 4.0, "summary": "Good", \
      "unixReviewTime": 1000000000, "reviewTime": "09 9, 2001"}""";
  private static final String OF_2014_READ =
      "P1 U1 -> Ann \"A.\" Lee|1/2|4.0|1000000000|Good|It works.\nCheap.";
  private static final String OF_2018 =
      """
      {"overall": 5.0, "vote": "1,024", "verified": true, "reviewTime": "09 9, 2001", \
      "reviewerID": "U2", "asin": "P2", "style": {"Size:": " L", "more": [{}, [], null, -1e-9]}, \
      "reviewerName": "Bob", "reviewText": "Fits.", "summary": "Five", \
      "unixReviewTime": 1000000001, "image": ["https://example.org/1.jpg"]}""";
  private static final String OF_2018_READ = "P2 U2 -> Bob|1,024|5.0|1000000001|Five|Fits.";
  private static final String OF_2023 =
      """
      {"rating": 0.0, "title": "Bow", "text": "Pretty.", "images": [], "asin": "P3", \
      "parent_asin": "P0", "user_id": "U3", "timestamp": 1000000002003, "helpful_vote": 7, \
      "verified_purchase": false}""";
  private static final String OF_2023_READ = "P3 U3 -> |7|0.0|1000000002003|Bow|Pretty.";
  private static final String LEAST = "{\"asin\":\"P\",\"user_id\":\"U\"}";
  private static final String MIN_READ = "P U -> |||||";

  @Test
  void readsTheNamesOfAllEditionsAsTheSameSixParts() throws IOException {
    ReadReviews read = strict(OF_2014 + "\n" + OF_2018 + "\n" + OF_2023 + "\n");
    assertThat(read.records()).containsExactly(OF_2014_READ, OF_2018_READ, OF_2023_READ);
    assertThat(read.counts().notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 250})
  void readsInputThatArrivesInSmallPieces(int piece) throws IOException {
    byte[] lines = (OF_2014 + "\r\n\n" + OF_2018 + "\n  " + OF_2023).getBytes(UTF_8);
    assertThat(ReadReviews.of(ReadReviews.trickle(lines, piece), ReadOptions.STRICT).records())
        .containsExactly(OF_2014_READ, OF_2018_READ, OF_2023_READ);
  }

  @Test
  void readsLinesBehindAByteOrderMark() throws IOException {
    assertThat(strict("\u00ef\u00bb\u00bf" + OF_2014).records()).containsExactly(OF_2014_READ);
  }

  @Test
  void notesWhatIsMissingOrNullByTheNameOfTheEdition() throws IOException {
    ReadReviews read =
        strict(
            OF_2014.replace("\"reviewText\": \"It works.\\nCheap.\", ", "")
                + "\n"
                + OF_2018.replace("\"Bob\"", "null")
                + "\n"
                + OF_2023.replace("\"text\"", "\"body\""));
    assertThat(read.records())
        .containsExactly(
            OF_2014_READ.replace("It works.\nCheap.", ""),
            OF_2018_READ.replace("Bob", ""),
            OF_2023_READ.replace("Pretty.", ""));
    assertThat(read.counts().notes())
        .containsOnlyKeys("reviewText missing", "reviewerName missing", "text missing");
  }

  @Test
  void takesTheParentWhereTheProductIsMissingOrEmpty() throws IOException {
    String read = OF_2023_READ.replace("P3", "P0");
    assertThat(
            strict(
                    OF_2023.replace("\"asin\": \"P3\", ", "")
                        + "\n"
                        + OF_2023.replace("\"P3\"", "\"\"")
                        + "\n"
                        + OF_2023.replace("\"P3\"", "null"))
                .records())
        .containsExactly(read, read, read);
  }

  @Test
  void prefersTheNamesOfItsOwnEdition() throws IOException {
    assertThat(
            strict(
                    OF_2014.replace("{", "{\"title\": \"a product\", ")
                        + "\n"
                        + OF_2023.replace("{", "{\"summary\": \"a digest\", "))
                .records())
        .containsExactly(OF_2014_READ, OF_2023_READ);
  }

  @Test
  void decodesEveryEscapeInTextsAndNames() throws IOException {
    String escapes = "\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00\\u0000";
    String decoded = "\"\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00\0";
    String input = OF_2023.replace("Pretty.", escapes).replace("\"text\"", "\"te\\u0078t\"");
    assertThat(strict(input).records())
        .containsExactly(
            OF_2023_READ.replace("Pretty.", new String(decoded.getBytes(UTF_8), ISO_8859_1)));
  }

  @Test
  void keepsUtf8AsItIs() throws IOException {
    String text = "\u00e9\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff";
    String bytes = new String(text.getBytes(UTF_8), ISO_8859_1);
    assertThat(strict(OF_2023.replace("Pretty.", bytes)).records())
        .containsExactly(OF_2023_READ.replace("Pretty.", bytes));
  }

  @Test
  void replacesHalvesOfSurrogatePairsAndNotesThem() throws IOException {
    ReadReviews read =
        strict(OF_2023.replace("Pretty.", "\\ud83d \\ude00\\ud83d\\u0041\\ud83d\\ud83d\\ude00"));
    assertThat(read.records())
        .containsExactly(
            OF_2023_READ.replace(
                "Pretty.",
                new String("\ufffd \ufffd\ufffdA\ufffd\ud83d\ude00".getBytes(UTF_8), ISO_8859_1)));
    assertThat(read.counts().notes())
        .containsExactlyEntriesOf(java.util.Map.of("lone surrogates replaced", 1L));
  }

  @Test
  void takesNumbersWhereStringsAreUsualAndTheOtherWayRound() throws IOException {
    assertThat(strict("{\"asin\":12,\"user_id\":-3.5E+1,\"rating\":\"5\",\"helpful\":3}").records())
        .containsExactly("12 -3.5E+1 -> |3|5|||");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "`{\"asin\":\"P\",\"user_id\":\"U\"`!malformed JSON: the line ends inside an object",
        "`{\"asin\":\"P\",\"user_id\":\"U`!malformed JSON: the line ends inside an object",
        "`{\"asin\":\"P\",\"user_id\":\"U\"}}`!malformed JSON",
        "`{\"asin\":\"P\",\"user_id\":\"U\"} 1`!more data after the object",
        "`{\"asin\":\"P\",\"user_id\":\"U\",}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\" \"U\"}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":\"\\x\"}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":\"\\u12G4\"}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":\"\t\"}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":01}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":NaN}`!malformed JSON near",
        "`{\"asin\":\"P\",\"images\":[1 2]}`!malformed JSON near",
        "`{\"asin\":\"P\",\"user_id\":{\"a\":1}}`!'user_id' must be",
        "`{\"asin\":\"P\",\"helpful\":[[1],2]}`!'helpful' must be",
        "`{\"asin\":\"P\",\"asin\":\"P\"}`!second 'asin'",
        "`{'asin': 'P'}`!Python",
        "`[1, 2]`!expected a JSON object",
        "`{\"asin\":\"P\"}`!no 'reviewerID' or 'user_id'",
        "`{\"asin\":\"P\",\"user_id\":\"\"}`!no 'reviewerID' or 'user_id'",
        "`{\"user_id\":\"U\"}`!no 'asin' or 'parent_asin'",
        "`{}`!its names are none",
      })
  void refusesABadLineWithItsPlaceOrSkipsIt(String line, String problem) throws IOException {
    String input = OF_2014 + "\n" + line + "\n" + OF_2018;
    assertThatThrownBy(() -> strict(input))
        .isInstanceOfSatisfying(
            BadInputException.class,
            bad -> {
              assertThat(bad.place().line()).isEqualTo(2);
              assertThat(bad.place().byteOffset() - OF_2014.length() - 1)
                  .isBetween(0L, (long) line.length());
            })
        .hasMessageContaining(problem);
    ReadReviews read = ReadReviews.of(input, ReadOptions.LENIENT);
    assertThat(read.records()).containsExactly(OF_2014_READ, OF_2018_READ);
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00e9",
        "\u0080",
        "\u00c0\u0080",
        "\u00c1\u00bf",
        "\u00c3(",
        "\u00e0\u009f\u00bf",
        "\u00e2\u0082",
        "\u00ed\u00a0\u0080",
        "\u00f0\u008f\u00bf\u00bf",
        "\u00f4\u0090\u0080\u0080",
        "\u00f5\u0080\u0080\u0080",
        "\u00ff"
      })
  void neverReturnsWhatIsNotUtf8(String bytes) throws IOException {
    String input = OF_2023.replace("Pretty.", bytes);
    try (RecordReader reader =
        new AmazonFormat()
            .open(
                new ByteArrayInputStream(input.getBytes(ISO_8859_1)), "test", ReadOptions.STRICT)) {
      assertThat(reader.next()).isTrue();
      assertThatCode(() -> UTF_8.newDecoder().decode(reader.value())).doesNotThrowAnyException();
    } catch (BadInputException e) {
      assertThat(e).hasMessageStartingWith("test, line 1, byte ").hasMessageContaining("UTF-8");
    }
  }

  @Test
  void readsValuesAsDeepAsAllowedAndRefusesDeeperOnes() throws IOException {
    int most = JsonReader.MAX_DEPTH - 1;
    String deep = LEAST.replace("{", "{\"x\":" + "[".repeat(most) + "]".repeat(most) + ",");
    assertThat(strict(deep).records()).containsExactly(MIN_READ);
    String deeper = deep.replace("[]", "[[]]");
    assertThatThrownBy(() -> strict(deeper))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("JSON nested deeper than 512 levels");
    String endless = LEAST.replace("{", "{\"x\":" + "[".repeat(1_000_000));
    assertThatThrownBy(() -> strict(endless)).isInstanceOf(BadInputException.class);
  }

  @Test
  void refusesAKeyThatIsTooLong() throws IOException {
    assertThat(strict(LEAST.replace("P", "p".repeat(509))).records()).hasSize(1);
    assertThatThrownBy(() -> strict(LEAST.replace("P", "\\u00e9".repeat(255))))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("longer than 511 bytes");
  }

  @Test
  void tellsTheNamesOfAnotherSchemaAndTheExpectedOnes() {
    assertThatThrownBy(() -> strict("{\"asin\": \"P\", \"price\": 3, \"colour\": []}"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("'asin', 'price', 'colour'")
        .hasMessageContaining("reviewerID, overall")
        .hasMessageContaining("user_id, rating");
  }

  @Test
  void skipsALineThatIsTooLongAndDoesNotHoldIt() throws IOException {
    long tooLong = RecordReader.MAX_VALUE_BYTES + 5_000_000L;
    ReadReviews read =
        ReadReviews.of(
            new LongInput("{\"asin\":\"", 'x', tooLong, "\"}\n" + LEAST), ReadOptions.LENIENT);
    assertThat(read.records()).containsExactly(MIN_READ);
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  private static ReadReviews strict(String bytes) throws IOException {
    return ReadReviews.of(bytes, ReadOptions.STRICT);
  }

  @Test
  void tellsAnEmptyPartOfTheKeyFromAMissingOne() {
    String review = "{\"asin\":\"\",\"reviewerID\":\"U\"}";
    assertThatThrownBy(() -> ReadReviews.of(review, ReadOptions.STRICT))
        .hasMessageContaining(
            "no 'asin' or 'parent_asin' but an empty 'asin' in the review, a part of the key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"asin\": \"P\",\n  \"user_id\": \"U\"\n}\n",
        "{\"asin\": \"P\",\n\"user_id\": \"U\"}\n",
        "{\n\"count\": 1,\n\"reviews\": [",
        "{\"reviews\": [\n{\"asin\"",
        "{ \"reviews\":[{\"asin\""
      })
  void namesAnObjectThatIsNotOnOneLine(String input) {
    assertThatThrownBy(() -> ReadReviews.of(input, ReadOptions.LENIENT))
        .hasMessageContaining("expected one object per line: convert it with jq -c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"asin\":\"P\",\"x\":NaN}", "{'asin':'P'}", "{\"asin\":01}", "{\"asin\"}"})
  void malformedJsonShowsTheBytesAndNoTextOfTheParser(String line) {
    assertThatThrownBy(() -> strict(line))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("malformed JSON near '")
        .hasMessageNotContaining("Feature")
        .hasMessageNotContaining("code ");
  }
}
