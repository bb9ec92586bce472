package dev.storagebench.datasets.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.packed.Duplicates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundTripTest {
  /** A character a byte; U+0085 and a euro sign in UTF-8 among them. */
  private static final List<String> ODD =
      List.of(
          "plain",
          "",
          "a TAB\tand a \"quote\" and 'another' and a back\\slash \\n \\",
          "a CR\rinside and at the end\r",
          "a NUL\0 and an escape\u001b and DEL\u007f and ^Z\u001a",
          "U+0085 \u00c2\u0085 and \u00e2\u0082\u00ac",
          "'",
          "''",
          "'\t'",
          "{\"asin\":1}",
          "ends with '");

  private static final String LF = "a line\nanother one\n\rmore: text";
  private static final String LATIN = "caf\u00e9 \u00ff";

  @TempDir private Path folder;

  private static List<Sample> reviews(Stream<String> texts) {
    List<Sample> reviews = new ArrayList<>();
    texts.forEach(text -> reviews.add(Sample.review(reviews.size(), text)));
    return reviews;
  }

  private void assertRoundTrip(List<Sample> records, String name) throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), records);
    Path out = folder.resolve(name);
    ConversionReport report = Sample.convert(packed, out);
    assertThat(report.records()).isEqualTo(records.size());
    assertThat(report.fileBytes()).hasValue(Files.size(out));
    assertThat(Sample.read(out)).isEqualTo(records);
    Path back = folder.resolve("back.records");
    Sample.convert(out, back);
    assertThat(Files.readAllBytes(back)).isEqualTo(Files.readAllBytes(packed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.snap", "out.snap.gz", "out.records"})
  void formsOfAnyBytesGiveBackOddOnesAndIso8859(String name) throws IOException {
    assertRoundTrip(reviews(Stream.concat(ODD.stream(), Stream.of(LF, LATIN))), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.jsonl", "out.jsonl.gz", "out.articles", "out.tsv.GZ"})
  void formsOfUtf8GiveBackOddBytes(String name) throws IOException {
    assertRoundTrip(reviews(Stream.concat(ODD.stream(), Stream.of(LF, "\n\n", "\n"))), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.jsonl", "out.snap"})
  void oddFieldsAndKeysOfReviewsComeBack(String name) throws IOException {
    List<Sample> reviews = new ArrayList<>();
    List<String> fields =
        List.of("", "0/0", "01/2", "1/", "5", "-1.5e3", "+1", "1.", "NaN", "true", "a\"b", "1 / 2");
    for (String field : fields) {
      String each = String.join("\u0001", field, field, field, field, field, field);
      reviews.add(new Sample("B" + field + reviews.size() + " A " + field + ".", each));
    }
    reviews.add(new Sample("  A", "\u0001\u0001\u0001\u0001\u0001"));
    assertRoundTrip(reviews, name);
  }

  @Test
  void articleLinesCarryAnyKey() throws IOException {
    assertRoundTrip(
        ODD.stream()
            .filter(key -> !key.isEmpty())
            .map(key -> new Sample(key, "text \u0001 of\n" + key))
            .toList(),
        "out.articles");
  }

  @Test
  void snapBlocksCarryTitleAndPrice() throws IOException {
    assertRoundTrip(
        List.of(
            new Sample(
                "B1 A1", "A title\u0001unknown\u0001n\u00010/0\u00011\u00012\u0001s\u0001t")),
        "out.snap");
    assertThat(Files.readString(folder.resolve("out.snap")))
        .startsWith("product/productId: B1\nproduct/title: A title\nproduct/price: unknown\n")
        .endsWith("review/summary: s\nreview/text: t\n\n");
  }

  @Test
  void jsonLinesHaveTheNamesOf2014() throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(Sample.review(7, "x\ny")));
    Sample.convert(packed, folder.resolve("out.jsonl"));
    assertThat(Files.readString(folder.resolve("out.jsonl")))
        .isEqualTo(
            "{\"reviewerID\":\"AUSER7\",\"asin\":\"B000000007\",\"reviewerName\":\"A. Name\","
                + "\"helpful\":[1,2],\"reviewText\":\"x\\ny\",\"overall\":5.0,"
                + "\"summary\":\"A summary\",\"unixReviewTime\":1182729600}\n");
  }

  @Test
  void randomBytesSurviveOrAreRefused() throws IOException {
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(12);
      for (int j = 0; j < length; j++) {
        text.append("\n\r\t'\\\"\0 a:{\u0085\u00c2".charAt(random.nextInt(13)));
      }
      Sample record = Sample.review(i, text.toString());
      Path packed = Sample.pack(folder.resolve("in.records"), List.of(record));
      for (String name : List.of("out.snap", "out.jsonl", "out.articles")) {
        Path out = folder.resolve(name);
        Files.deleteIfExists(out);
        try {
          Sample.convert(packed, out);
        } catch (UnwritableRecordException e) {
          refused++;
          assertThat(out).doesNotExist();
          continue;
        }
        assertThat(Sample.read(out)).as(name).containsExactly(record);
      }
    }
    assertThat(refused).isBetween(20, 280);
  }

  @Test
  void textFormsKeepRecordsWithEqualKeysAndPackedFilesDoAsTold() throws IOException {
    Path lines = folder.resolve("in.articles");
    Files.writeString(lines, "'a'\t'1'\n'b'\t'2'\n'a'\t'3'\n", StandardCharsets.UTF_8);
    Path text = folder.resolve("out.articles");
    Sample.convert(lines, text);
    assertThat(text).hasSameBinaryContentAs(lines);
    Path last = folder.resolve("last.records");
    ConversionReport report = Sample.convert(lines, last);
    assertThat(report.duplicateKeys()).hasValue(1);
    assertThat(report.records()).isEqualTo(2);
    assertThat(Sample.read(last)).containsExactly(new Sample("b", "2"), new Sample("a", "3"));
    Path ordinal = folder.resolve("ordinal.records");
    Sample.convert(lines, ordinal, Duplicates.ORDINAL, false);
    assertThat(Sample.read(ordinal))
        .containsExactly(new Sample("a", "1"), new Sample("b", "2"), new Sample("a #2", "3"));
  }

  @Test
  void packedFilesAreNotCompressed() throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(Sample.review(1, "x")));
    assertThatThrownBy(() -> Sample.convert(packed, folder.resolve("out.records.gz")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".gz");
  }
}
