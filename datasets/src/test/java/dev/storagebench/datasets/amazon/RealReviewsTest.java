package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published samples in the folder that {@code STORAGE_BENCH_REAL_DATA} names. */
class RealReviewsTest {
  private static final String FOLDER = "STORAGE_BENCH_REAL_DATA";

  @BeforeEach
  void needsTheRealData() {
    assumeThat(System.getenv(FOLDER)).as("no folder of real data in " + FOLDER).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "finefoods-1001.snap.txt,           1001,  976, ''",
    "musical-instruments-50.2014.json,    50,   50, 'reviewerName missing=1'",
    "fashion-3176.2018.json.gz,         3176, 3042, 'reviewText missing=16'",
    "software-400.2018.json,             400,  400, ''",
    "reviews-2392.2023.jsonl,           2392, 2391, ''"
  })
  void readsEveryRecord(String file, int records, int keys, String notes) throws IOException {
    ReadReviews read = read(file);
    assertThat(read.records()).hasSize(records);
    assertThat(keys(read).size()).isEqualTo(keys);
    assertThat(read.counts().badRecords()).isZero();
    assertThat(notes(read)).isEqualTo(notes);
  }

  @Test
  void readsBlocksAsALineByLineReadingDoes() throws IOException {
    String all = new String(bytes("finefoods-1001.snap.txt"), ISO_8859_1);
    List<String> expected =
        Arrays.stream(all.split("\n\n"))
            .map(block -> Arrays.stream(block.split("\n")).map(RealReviewsTest::value).toList())
            .map(v -> v.get(0) + " " + v.get(1) + " -> " + String.join("|", v.subList(2, 8)))
            .toList();
    assertThat(read("finefoods-1001.snap.txt").records()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "musical-instruments-50.2014.json",
        "fashion-3176.2018.json.gz",
        "software-400.2018.json",
        "reviews-2392.2023.jsonl"
      })
  void readsJsonAsJacksonDoes(String file) throws IOException {
    String all = new String(bytes(file), ISO_8859_1).strip();
    List<String> expected =
        all.lines().map(line -> JacksonReview.read(line.getBytes(ISO_8859_1))).toList();
    assertThat(read(file).records()).isEqualTo(expected);
  }

  private static String value(String line) {
    return line.substring(line.indexOf(": ") + 2);
  }

  private static Set<String> keys(ReadReviews read) {
    return read.records().stream()
        .map(record -> record.substring(0, record.indexOf(" -> ")))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static String notes(ReadReviews read) {
    return read.counts().notes().entrySet().stream()
        .map(Map.Entry::toString)
        .collect(Collectors.joining(", "));
  }

  private static ReadReviews read(String file) throws IOException {
    try (RecordReader reader = new AmazonFormat().open(path(file), ReadOptions.STRICT)) {
      return ReadReviews.of(reader);
    }
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = InputSource.of(path(file)).open()) {
      return in.readAllBytes();
    }
  }

  private static String path(String file) {
    return Path.of(System.getenv(FOLDER), "amazon", file).toString();
  }
}
