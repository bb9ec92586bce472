package dev.storagebench.datasets.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.input.CompressedSamples;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InspectionTest {
  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("data.txt"), content, StandardCharsets.UTF_8);
  }

  /** JSON lines of records such as {@code a=1}. */
  private static String lines(String... records) {
    StringBuilder lines = new StringBuilder();
    for (String each : records) {
      lines.append("{\"key\":\"%s\",\"value\":\"%s\"}%n".formatted((Object[]) each.split("=", 2)));
    }
    return lines.toString();
  }

  private static InspectionReport inspect(Path file) throws IOException {
    return inspect(file.toString(), ReadOptions.LENIENT);
  }

  private static InspectionReport inspect(String input, ReadOptions options) throws IOException {
    try (DataInput data = DataInput.open(input, options)) {
      return Inspection.of(data, !options.skipBad(), PackingProgress.NONE);
    }
  }

  @Test
  void countsRecordsDuplicatesNotesAndBytesExactly() throws IOException {
    InspectionReport report = inspect(file(lines("a=12345", "b=", "a=1", "ccc=1234567890", "a=")));
    assertThat(report.format()).isEqualTo("kv");
    assertThat(report.form()).contains("JSON lines, key 'key', value 'value'");
    assertThat(report.records()).isEqualTo(5);
    assertThat(report.duplicateKeys()).isEqualTo(2);
    assertThat(report.notes()).isEmpty();
    assertThat(report.badRecords()).isZero();
    assertThat(report.damage()).isEmpty();
    assertThat(report.rawBytes()).isEqualTo(7 + 16);
    assertThat(report.keyBytes()).isEqualTo(new SizeSummary(1, 1, 1, 3, 3, 3, 3, 1.4));
    assertThat(report.valueBytes()).isEqualTo(new SizeSummary(0, 0, 1, 10, 10, 10, 10, 3.2));
  }

  @Test
  void badRecordsAreCountedAndTheFirstTwentyToldWithTheirPlace() throws IOException {
    InspectionReport report = inspect(file(lines("a=1") + "bad\n".repeat(25) + lines("b=2")));
    assertThat(report.records()).isEqualTo(2);
    assertThat(report.badRecords()).isEqualTo(25);
    assertThat(report.firstBadRecords()).hasSize(20);
    assertThat(report.firstBadRecords().get(1)).contains("data.txt, line 3, byte 28");
    assertThat(InspectionText.of(report)).contains("bad records  25", "… and 5 more");
  }

  @Test
  void strictStopsAtTheFirstBadRecord() throws IOException {
    Path file = file(lines("a=1") + "bad\n");
    assertThatThrownBy(() -> inspect(file.toString(), ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2");
  }

  @Test
  void whatStandsBeforeDamageIsReported() throws IOException {
    byte[] whole =
        CompressedSamples.GZIP.compress(
            lines("a=1").repeat(200_000).getBytes(StandardCharsets.UTF_8),
            lines("b=2").repeat(200_000).getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("x.gz"), Arrays.copyOf(whole, whole.length - 3));
    InspectionReport report = inspect(file);
    assertThat(report.records()).isEqualTo(400_000L);
    assertThat(report.damage()).hasValueSatisfying(d -> assertThat(d).contains("cut off"));
    assertThat(InspectionText.of(report)).contains("DAMAGED");
    assertThatThrownBy(() -> inspect(file.toString(), ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"asin\":1}\n{}\n", "<mediawiki></mediawiki>"})
  void anInputWithoutAGoodRecordIsAnError(String content) throws IOException {
    Path file = file(content);
    assertThatThrownBy(() -> inspect(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no good records");
  }

  @Test
  void theJsonHasEveryFigureByItsName() throws IOException {
    JsonNode json = JsonMapper.shared().readTree(inspect(file(lines("a=12345"))).toJson());
    assertThat(json.get("records").asLong()).isEqualTo(1);
    assertThat(json.get("form").asString()).startsWith("JSON lines");
    assertThat(json.get("compression").isNull()).isTrue();
    assertThat(json.get("fileBytes").asLong()).isEqualTo(28);
    assertThat(json.get("valueBytes").get("p999").asLong()).isEqualTo(5);
  }

  @Test
  void theTextFitsEightyColumns() throws IOException {
    InspectionReport report = inspect("articles:records=300", ReadOptions.STRICT);
    assertThat(InspectionText.of(report).lines())
        .contains("input        articles:records=300", "records      300")
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void generatedKeysAreUnique() throws IOException {
    assertThat(inspect("finefoods:records=20000", ReadOptions.STRICT).duplicateKeys()).isZero();
  }
}
