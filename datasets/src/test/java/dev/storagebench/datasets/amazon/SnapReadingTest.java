package dev.storagebench.datasets.amazon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapReadingTest {
  private static final String FIRST =
      """
      product/productId: P1
      review/userId: U1
      review/profileName: Ann "A." Lee
      review/helpfulness: 1/2
      review/score: 4.0
      review/time: 1000000000
      review/summary: Good: very
      review/text: It works, and it is: cheap.
      """;
  private static final String FIRST_READ =
      "P1 U1 -> Ann \"A.\" Lee|1/2|4.0|1000000000|Good: very|It works, and it is: cheap.";
  private static final String SECOND =
      """
      product/productId: P2
      review/userId: U2
      review/profileName:\s
      review/helpfulness: 0/0
      review/score: 1.0
      review/time: 1000000001
      review/summary:\s
      review/text: No.
      """;
  private static final String SECOND_READ = "P2 U2 -> |0/0|1.0|1000000001||No.";

  @Test
  void readsBlocksInOrderWithTheKeyFieldsLeftOutOfTheValue() throws IOException {
    ReadReviews read = strict(FIRST + "\n" + SECOND + "\n");
    assertThat(read.records()).containsExactly(FIRST_READ, SECOND_READ);
    assertThat(read.counts().records()).isEqualTo(2);
    assertThat(read.counts().notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\n\n"})
  void readsTheLastBlockWhateverFollowsIt(String end) throws IOException {
    assertThat(strict(FIRST + "\n" + SECOND + end).records())
        .containsExactly(FIRST_READ, SECOND_READ);
  }

  @Test
  void readsALastLineWithoutItsEnd() throws IOException {
    ReadReviews read = strict(FIRST + "\n" + SECOND.stripTrailing());
    assertThat(read.records()).containsExactly(FIRST_READ, SECOND_READ);
    assertThat(read.counts().notes())
        .containsKey(
            "last line without LF: the input may be cut off at byte "
                + "%,d".formatted((FIRST + "\n" + SECOND.stripTrailing()).length()));
  }

  @Test
  void readsTitleAndPriceOfSiblingFilesWhereTheyStand() throws IOException {
    String sibling = FIRST.replace("P1\n", "P1\nproduct/title: A Thing\nproduct/price: unknown\n");
    assertThat(strict(sibling).records())
        .containsExactly(FIRST_READ.replace("-> ", "-> A Thing|unknown|"));
  }

  @Test
  void followsAChangeOfTheFieldsFromBlockToBlock() throws IOException {
    String other =
        """
        review/userId: U3
        product/title: T
        product/productId: P3
        review/text: Last first.
        review/score: 2.0
        review/mood: fair
        """;
    ReadReviews read = strict(FIRST + "\n" + other + "\n" + SECOND + "\n" + other);
    assertThat(read.records())
        .containsExactly(
            FIRST_READ,
            "P3 U3 -> T|Last first.|2.0|fair",
            SECOND_READ,
            "P3 U3 -> T|Last first.|2.0|fair");
    assertThat(read.counts().notes())
        .containsEntry("unknown fields", 2L)
        .containsEntry("review/time missing", 2L)
        .doesNotContainKey("review/text missing");
  }

  @Test
  void joinsALineThatBeginsNoFieldToTheOneBeforeIt() throws IOException {
    String folded =
        FIRST
            .replace("Lee\n", "Lee\nand: Bob\n")
            .replace("cheap.\n", "cheap.\nreview/of the year: this\nproduct/\nreview/text\n");
    assertThat(strict(folded).records())
        .containsExactly(
            FIRST_READ.replace("Lee|", "Lee\nand: Bob|")
                + "\nreview/of the year: this\nproduct/\nreview/text");
  }

  @Test
  void takesNoLineForAnUnknownFieldBecauseOneStoodThereBefore() throws IOException {
    String unknown = FIRST.replace("review/text", "review/mood: fair\nreview/text");
    String folded = FIRST.replace("very\n", "very\n: good\n");
    assertThat(strict(unknown + "\n" + folded).records())
        .containsExactly(
            FIRST_READ.replace("|It", "|fair|It"), FIRST_READ.replace("very|", "very\n: good|"));
  }

  @Test
  void keepsEveryByteOfAValueButTheLineEnd() throws IOException {
    String odd = "caf\u00e9 \u0085\r\0 \u00ff\u00fe \t\u0080 ";
    assertThat(strict(FIRST.replace("Good: very", odd)).records())
        .containsExactly(FIRST_READ.replace("Good: very", odd));
  }

  @Test
  void readsLineEndsOfCrLfAsLf() throws IOException {
    String dos = (FIRST + "\n" + SECOND + "\n").replace("\n", "\r\n");
    assertThat(strict(dos).records()).containsExactly(FIRST_READ, SECOND_READ);
  }

  @Test
  void readsAFieldWhoseFinalSpaceIsCut() throws IOException {
    assertThat(strict(SECOND.replace(": \n", ":\n")).records()).containsExactly(SECOND_READ);
  }

  @Test
  void readsBehindAByteOrderMark() throws IOException {
    assertThat(strict("\u00ef\u00bb\u00bf" + FIRST).records()).containsExactly(FIRST_READ);
  }

  @Test
  void readsInputThatArrivesInSmallPieces() throws IOException {
    byte[] bytes = (FIRST + "\n" + SECOND).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (int piece = 1; piece < 40; piece++) {
      assertThat(ReadReviews.of(ReadReviews.trickle(bytes, piece), ReadOptions.STRICT).records())
          .containsExactly(FIRST_READ, SECOND_READ);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"product/productId: P1\n", "review/userId: U1\n", "productId: P1", "userId: U1"})
  void refusesABlockWithoutAPartOfItsKey(String part) throws IOException {
    String bad = FIRST.replace(part, part.endsWith("\n") ? "" : part.replaceAll(" .1", " "));
    assertBad(bad, 1, 0, "a part of the key");
  }

  @Test
  void refusesAFieldThatIsGivenTwice() throws IOException {
    String bad = FIRST.replace("review/text", "review/score: 4.0\nreview/text");
    assertBad(bad, 8, bad.lastIndexOf("review/score"), "second 'review/score'");
  }

  @Test
  void refusesABlockThatBeginsWithNoField() throws IOException {
    assertBad("lost\n" + FIRST, 1, 0, "expected a field such as 'product/productId: '");
  }

  @Test
  void refusesAKeyThatIsTooLong() throws IOException {
    assertThat(strict(FIRST.replace("P1", "p".repeat(508))).records()).hasSize(1);
    assertBad(FIRST.replace("P1", "p".repeat(509)), 1, 0, "longer than 511 bytes");
    assertBad(FIRST.replace("P1", "p".repeat(9000)), 1, 0, "longer than 511 bytes");
  }

  @Test
  void refusesACutLastBlock() {
    String cut = SECOND.substring(0, SECOND.indexOf("text: No."));
    assertThatThrownBy(() -> strict(FIRST + "\n" + cut))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cut off")
        .hasMessageContaining("line 10");
  }

  @Test
  void skipsALineThatIsTooLongWithItsBlockAndDoesNotHoldIt() throws IOException {
    long tooLong = RecordReader.MAX_VALUE_BYTES + 5_000_000L;
    ReadReviews read =
        ReadReviews.of(
            new LongInput(FIRST.stripTrailing(), 'x', tooLong, "\nmore\n\n" + SECOND),
            ReadOptions.LENIENT);
    assertThat(read.records()).containsExactly(SECOND_READ);
    assertThat(read.counts().firstBadRecords()).singleElement().asString().contains("line 8");
  }

  /** Strict reading stops there; lenient reading counts it and reads what stands around it. */
  private static void assertBad(String block, long line, long offset, String problem)
      throws IOException {
    String input = SECOND + "\n" + block + "\n" + FIRST;
    Place place = new Place("test", 9 + line, SECOND.length() + 1 + offset);
    assertThatThrownBy(() -> strict(input))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(place + ": ")
        .hasMessageContaining(problem);
    ReadReviews read = ReadReviews.of(input, ReadOptions.LENIENT);
    assertThat(read.records()).containsExactly(SECOND_READ, FIRST_READ);
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  private static ReadReviews strict(String bytes) throws IOException {
    return ReadReviews.of(bytes, ReadOptions.STRICT);
  }

  @Test
  void leavesOutZerosBehindTheLastRecord() throws IOException {
    for (String end : new String[] {"", "\n", "\n\n"}) {
      String padded = SECOND.stripTrailing() + end + "\0".repeat(3577);
      assertThat(strict(padded).records()).containsExactly(SECOND_READ);
    }
  }
}
