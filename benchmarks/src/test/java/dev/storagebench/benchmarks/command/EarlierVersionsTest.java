package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.noop.NoopEngine;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.lang3.math.NumberUtils;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files that earlier versions have written, in folders of the tests' resources with the version's
 * name: {@code suite.yaml}, which has every key, with the cells that it asked for in {@code
 * plan.json}, and {@code run.zip} with its {@code results.csv}.
 */
class EarlierVersionsTest {
  private static final Path VERSIONS = Path.of("src/test/resources");

  private static Stream<Path> versions() throws IOException {
    try (Stream<Path> all = Files.list(VERSIONS)) {
      return all.filter(Files::isDirectory).toList().stream();
    }
  }

  /** Published ones as well. */
  private static Stream<Path> runs() throws IOException {
    try (Stream<Path> published = Files.list(Path.of("../docs/results"))) {
      return Stream.concat(versions(), published.filter(Files::isDirectory).toList().stream());
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aSuiteAsksWhatItAsked(Path version) throws IOException {
    SuitePlan plan =
        SuitePlan.of(
            SuiteFiles.read(version.resolve("suite.yaml").toString()),
            Overrides.of(NoopEngine.NAME));
    JsonNode now = JsonMapper.shared().valueToTree(plan.plan().cells());
    JsonNode before = JsonMapper.shared().readTree(version.resolve("plan.json").toFile());
    assertThat(now).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      assertContains("cell " + i, now.get(i), before.get(i));
    }
  }

  /** There may be more fields, such as new parameters. */
  private static void assertContains(String name, JsonNode now, JsonNode before) {
    if (before.isObject()) {
      before
          .properties()
          .forEach(
              each ->
                  assertContains(
                      name + " " + each.getKey(), now.path(each.getKey()), each.getValue()));
    } else {
      assertThat(now.toString()).as(name).isEqualTo(before.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aRunIsReadAndComparedWithItself(Path run) throws IOException {
    RunComparison comparison = StoredRun.compare(run, run);
    assertThat(comparison.ratios()).isNotEmpty();
    assertThat(comparison.regressions(0)).isEmpty();
  }

  /** More columns and rows may come; none goes, and no figure changes. */
  @ParameterizedTest
  @MethodSource("versions")
  void figuresOfARunAreAsTheyWere(Path version, @TempDir Path folder) throws IOException {
    RunArtifact.CSV.write(Analysis.of(new RunFolder(version).read()), folder);
    List<Map<String, String>> now = rows(folder.resolve("results.csv"));
    for (Map<String, String> before : rows(version.resolve("results.csv"))) {
      assertThat(now)
          .as(before::toString)
          .anyMatch(
              row ->
                  before.keySet().stream()
                      .allMatch(name -> isLike(before.get(name), row.getOrDefault(name, ""))));
    }
  }

  /** Processors differ in the last digits of a logarithm. */
  private static boolean isLike(String before, String now) {
    return before.equals(now)
        || Math.abs(NumberUtils.toDouble(now) / NumberUtils.toDouble(before, Double.NaN) - 1)
            < 1e-9;
  }

  private static List<Map<String, String>> rows(Path csv) throws IOException {
    CSVFormat header = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader file = Files.newBufferedReader(csv);
        CSVParser rows = header.parse(file)) {
      return rows.stream().map(CSVRecord::toMap).toList();
    }
  }
}
