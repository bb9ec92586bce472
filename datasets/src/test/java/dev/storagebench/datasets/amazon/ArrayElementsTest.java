package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayElementsTest {
  private static final String A = "{\"asin\": \"A\", \"user_id\": \"U\"}";
  private static final String B = "{\"asin\": \"B\", \"user_id\": \"U\"}";
  private static final int SHORT = 64;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13, 1000})
  void cutsAtCommasOutsideOfStringsAndBrackets(int piece) throws IOException {
    assertThat(all("[ {\"a,]\": [1, {\"b\": \"\\\"]}\"}]} ,\n2,[3,4], \"x\\\\\",{} ]", piece))
        .containsExactly("{\"a,]\": [1, {\"b\": \"\\\"]}\"}]} ", "2", "[3,4]", "\"x\\\\\"", "{} ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13, 1000})
  void dropsAnElementThatIsTooLongWhereverItIsLong(int piece) throws IOException {
    String inString = "{\"a\": \"" + "],}\\\" ".repeat(100) + "\"}";
    String outside = "{\"a\": [" + "1, ".repeat(100) + "1]}";
    String array = "[1,\n" + inString + ",2," + outside + ",\n3]";
    assertThat(all(array, piece)).containsExactly("1", "too long", "2", "too long", "3");
  }

  @Test
  void tellsTheLineAndByteOfAnElement() throws IOException {
    String array = "[\n" + A + ",\n\n  {\"asin\": \"B\",\n \"user_id\": ?},\n" + A + "]";
    assertThatThrownBy(() -> ReadReviews.of(array, ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(new Place("test", 5, array.indexOf('?')) + ": ");
    assertThat(ReadReviews.of(array, ReadOptions.LENIENT).records()).hasSize(2);
  }

  @Test
  void goesOnAtTheNextLineWithABraceAfterALostQuote() throws IOException {
    String array = "[" + A + ",\n{\"asin\": \"X, \"user_id\": \"U\"},\nwhat,\n" + B + "\n]\n";
    ReadReviews read = ReadReviews.of(array, ReadOptions.LENIENT);
    assertThat(read.records()).containsExactly("A U -> |||||", "B U -> |||||");
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  @Test
  void endsWithTheArrayAfterALostQuoteInTheLastElement() throws IOException {
    ReadReviews read =
        ReadReviews.of("[" + A + ",\n{\"asin\": \"X, \"user_id\": \"U\"}\n]", ReadOptions.LENIENT);
    assertThat(read.records()).hasSize(1);
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ",", ", ", ",{", ",{\"asin\": \"X", ",{\"asin\": \"X\\", ",[[", "] x"})
  void countsACutOrContinuedArrayAsOneBadRecord(String end) throws IOException {
    ReadReviews read = ReadReviews.of("[" + A + "," + B + end, ReadOptions.LENIENT);
    assertThat(read.records()).hasSize(2);
    assertThat(read.counts().badRecords()).isEqualTo(1);
    assertThatThrownBy(() -> ReadReviews.of("[" + A + "," + B + end, ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {",1,", ",,", ",[],", ",\"x\","})
  void countsAnElementThatIsNoObject(String between) throws IOException {
    ReadReviews read = ReadReviews.of("[" + A + between + B + "]", ReadOptions.LENIENT);
    assertThat(read.records()).hasSize(2);
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  private static List<String> all(String array, int piece) throws IOException {
    List<String> found = new ArrayList<>();
    byte[] bytes = array.getBytes(US_ASCII);
    try (ArrayElements elements =
        new ArrayElements(
            piece > array.length()
                ? new ByteArrayInputStream(bytes)
                : ReadReviews.trickle(bytes, piece),
            "test",
            SHORT)) {
      boolean more = true;
      while (more) {
        try {
          more = elements.next();
          if (more) {
            int length = elements.end() - elements.start();
            found.add(new String(elements.array(), elements.start(), length, US_ASCII));
          }
        } catch (BadInputException e) {
          assertThat(e).hasMessageContaining("longer than the 64 bytes");
          found.add("too long");
        }
      }
    }
    return found;
  }
}
