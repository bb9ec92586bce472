package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.analysis.result.RunFolder;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The texts about published results: each figure of a table and each ratio that a comment explains,
 * {@code 6.0<!-- PointRead none: lmdb / sqlite -->}, follows from the run folder beside the page. A
 * stage is named as {@code 4-read-again}; {@code none} is the memory, and other columns of {@code
 * results.csv} are given with their names: {@code Transaction.rows
 * workload=point_select,memory=2.0x: myrocks / mysql}. Percentiles of times are {@code
 * PointRead.p99}.
 */
class ResultPagesTest {
  private static final Path RESULTS = Path.of("../docs/results");
  @TempDir private static Path outputs;
  private static final Pattern RATIO =
      Pattern.compile(
          "(\\d+(?:\\.\\d+)?)( ?%)?<!-- ([\\w.-]+) (\\S+): (\\S+) / (?:([\\w.-]+) (\\S+): )?(\\S+) -->");
  // 1.4 times, 0.7 of
  private static final Pattern BARE = Pattern.compile("\\d\\.\\d+(?= times| of )");
  // What else a sentence may compare with.
  private static final Pattern OTHERS =
      Pattern.compile(
          "(?i)\\b(publi\\w*|earlier|before|since|turns|theirs|ours|forks|rounds|without|raw|cores)\\b");
  private static final Pattern FIGURE =
      Pattern.compile("^\\**(\\d+(?:\\.\\d+)?)([kM]?)\\** ?(?:[↑±].*)?");
  private static final Pattern SOURCE =
      Pattern.compile(
          "(\\d+(?:\\.\\d+)?)(k|M| MiB|)(?: ±\\d+%)?<!-- ([\\w-]+) ([\\w.-]+) (\\S+): (\\S+) -->");
  private static final Map<String, Double> UNITS =
      Map.of("", 1.0, "k", 1e3, "M", 1e6, " MiB", 1048576.0);

  // Columns of a row that say nothing of what was measured.
  private static final Set<String> FIGURES =
      Set.of(
          "round", "status", "message", "iteration", "percentile", "value", "unit", "low", "high");

  private static final Set<String> COUNTED = Set.of("queries", "rows");

  /** A score over all rounds, or the mean of another figure, of the cell in these columns. */
  private record Score(String metric, String candidate, Map<String, String> cell, double value) {
    Score with(double mean) {
      return new Score(metric, candidate, cell, mean);
    }

    boolean isOf(Map<String, String> where) {
      return cell.entrySet().containsAll(where.entrySet());
    }
  }

  private static Stream<Path> pages() throws IOException {
    try (Stream<Path> all = Files.list(RESULTS)) {
      return all
          .filter(page -> page.toString().endsWith(".md") && Files.isDirectory(folder(page)))
          .toList()
          .stream();
    }
  }

  private static Path folder(Path page) {
    return page.resolveSibling(page.getFileName().toString().replace(".md", ""));
  }

  private static List<Score> scores(Path folder, Predicate<CSVRecord> which) throws IOException {
    CSVFormat header = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader file = Files.newBufferedReader(csv(folder));
        CSVParser rows = header.parse(file)) {
      Map<Score, Double> means =
          rows.stream()
              .filter(row -> row.get("round").isEmpty() == isScore(row))
              .filter(row -> row.get("percentile").isEmpty() || isScore(row))
              .filter(row -> !row.get("value").isEmpty())
              .filter(which)
              .collect(
                  Collectors.groupingBy(
                      ResultPagesTest::nameless,
                      Collectors.averagingDouble(row -> Double.parseDouble(row.get("value")))));
      return means.entrySet().stream().map(each -> each.getKey().with(each.getValue())).toList();
    }
  }

  /** The rows of a packed run, written once for all tests. */
  private static Path csv(Path folder) throws IOException {
    Path own = Files.createDirectories(outputs.resolve(folder.getFileName()));
    Path csv = own.resolve("results.csv");
    return Files.exists(csv)
        ? csv
        : RunArtifact.CSV.write(Analysis.of(new RunFolder(folder).read()), own);
  }

  /** What tables show without a unit; of iterations only what a transaction counts. */
  private static boolean isInTables(CSVRecord row) {
    return row.get("percentile").isEmpty()
        && (row.get("iteration").isEmpty() || COUNTED.contains(row.get("metric")));
  }

  private static boolean isScore(CSVRecord row) {
    return row.get("metric").equals("score");
  }

  private static Score nameless(CSVRecord row) {
    String percent = row.get("percentile").replaceFirst("^(?=\\d)", "p");
    String figure = isScore(row) ? percent : row.get("metric");
    String metric = figure.isEmpty() ? "" : "." + figure;
    String stage = row.isMapped("stage") ? row.get("stage").replace(' ', '-') : "";
    String workload = stage.isEmpty() ? row.get("benchmark") : stage;
    Map<String, String> cell = new TreeMap<>(row.toMap());
    cell.keySet().removeAll(FIGURES);
    return new Score(workload + metric, row.get("engine").split("=", 2)[0], cell, 0);
  }

  private static double score(List<Score> all, String metric, String cells, String candidate) {
    Map<String, String> where =
        Arrays.stream((cells.contains("=") ? cells : "memory=" + cells).split(","))
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    List<Score> found =
        all.stream()
            .filter(each -> each.metric.equals(metric) && each.isOf(where))
            .filter(each -> each.candidate.equals(candidate))
            .toList();
    assertThat(found).as("%s of %s at %s", metric, candidate, where).hasSize(1);
    return found.get(0).value;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void ratiosInTheTextFollowFromTheRun(Path page) throws IOException {
    List<Score> scores = scores(folder(page), any -> true);
    List<MatchResult> ratios = RATIO.matcher(Files.readString(page)).results().toList();
    for (MatchResult each : ratios) {
      boolean otherMetric = each.group(6) != null;
      double ratio =
          score(scores, each.group(3), each.group(4), each.group(5))
              / score(
                  scores,
                  otherMetric ? each.group(6) : each.group(3),
                  otherMetric ? each.group(7) : each.group(4),
                  each.group(8));
      double shown = each.group(2) == null ? ratio : 100 * ratio;
      assertThat(shown)
          .as(each.group())
          .isCloseTo(Double.parseDouble(each.group(1)), Offset.offset(rounding(each.group(1))));
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aRatioWithoutACommentIsOfAnotherRun(Path page) throws IOException {
    String text =
        Files.readString(page).replaceAll("(?m)^\\|.*$", "").replaceAll(RATIO.pattern(), "");
    assertThat(text.split("(?<=[.;:]) |\\n"))
        .allSatisfy(
            sentence -> {
              if (BARE.matcher(sentence).find()) {
                assertThat(sentence).containsPattern(OTHERS);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("pages")
  void figuresInTablesAreThoseOfTheRun(Path page) throws IOException {
    List<Score> scores = scores(folder(page), ResultPagesTest::isInTables);
    String summary = Files.readString(folder(page).resolve("summary.md"));
    List<String> compared = new ArrayList<>();
    for (String line : Files.readAllLines(page)) {
      String[] cells = line.replaceAll("^\\| | \\|$", "").split(" \\| ", -1);
      List<Double> own =
          scores.stream()
              .filter(
                  each ->
                      each.candidate.equals(cells[0]) || each.candidate.endsWith("@" + cells[0]))
              .map(Score::value)
              .toList();
      for (int i = 1; i < cells.length && !own.isEmpty(); i++) {
        if (cells[i].endsWith(" MiB")) {
          String size = "| %s | %s".formatted(cells[0], cells[i].replace(" ", ""));
          // Beside a reference with its multiple.
          assertThat(summary).containsPattern(Pattern.quote(size) + "(?: \\([\\d.]+×\\))? \\|");
        }
        Matcher figure = FIGURE.matcher(cells[i]);
        if (figure.matches()) {
          double unit = UNITS.get(figure.group(2));
          double shown = Double.parseDouble(figure.group(1)) * unit;
          double rounding = rounding(figure.group(1)) * unit;
          compared.add(cells[i]);
          assertThat(own)
              .as("%s in %s", cells[i], line)
              .anySatisfy(value -> assertThat(Math.abs(value - shown)).isLessThan(rounding));
        }
      }
    }
    assertThat(compared).hasSizeGreaterThanOrEqualTo(8);
  }

  @Test
  void eachSummaryIsWhatThisVersionSaysOfItsRun() throws IOException {
    try (Stream<Path> files = Files.walk(RESULTS)) {
      assertThat(files.filter(each -> each.endsWith(PackedRun.NAME)))
          .hasSizeGreaterThan(9)
          .allSatisfy(
              run ->
                  assertThat(run.resolveSibling("summary.md"))
                      .hasContent(RunText.of(Analysis.of(new RunFolder(run).read())).markdown()));
    }
  }

  /** Each clone has them, but for what {@code report} makes of a run. */
  @Test
  void resultsAndImagesAreSmall() throws IOException {
    Set<String> kept = Set.of(PackedRun.NAME, "summary.md");
    try (Stream<Path> results = Files.walk(RESULTS);
        Stream<Path> images = Files.walk(Path.of("../docs/images"))) {
      Stream<Path> own =
          results.filter(
              each ->
                  each.getParent().equals(RESULTS) || kept.contains(each.getFileName().toString()));
      assertThat(Stream.concat(own, images).mapToLong(each -> each.toFile().length()).sum())
          .isBetween(1L << 20, 8L << 20);
    }
  }

  /** {@code 815k<!-- all-engines ReadWriteMix none: lmdb -->}, the run's folder first. */
  @Test
  void figuresInTheQuestionsAreThoseOfTheRunThatTheyName() throws IOException {
    String page = Files.readString(Path.of("../docs/questions.md"));
    List<MatchResult> sources = SOURCE.matcher(page).results().toList();
    assertThat(sources).hasSizeGreaterThanOrEqualTo(10);
    for (MatchResult each : sources) {
      Path folder = RESULTS.resolve(each.group(3));
      double unit = UNITS.get(each.group(2));
      double value =
          score(scores(folder, any -> true), each.group(4), each.group(5), each.group(6));
      assertThat(value / unit)
          .as(each.group())
          .isCloseTo(Double.parseDouble(each.group(1)), Offset.offset(rounding(each.group(1))));
      assertThat(Files.readString(folder.resolve("summary.md")))
          .contains(each.group().replaceFirst("<!.*", "").replace(" MiB", "MiB"));
      assertThat(page).contains("(results/" + each.group(3));
    }
    assertThat(page.replaceAll(SOURCE.pattern(), "").replaceAll("(?s)```.*?```|`[^`]*`", ""))
        .doesNotContainPattern("\\d[kM]\\b|\\d ?×|\\d\\.\\d+ times|\\| \\d+ MiB");
  }

  /** A mix is not answered with reads alone. */
  @Test
  void eachQuestionIsAnsweredWithItsOwnKindOfWork() throws IOException {
    String page = Files.readString(Path.of("../docs/questions.md"));
    for (String question : page.split("(?m)^## ", -1)) {
      if (question.contains("--read-percent")) {
        assertThat(SOURCE.matcher(question).results().map(each -> each.group(4)))
            .isNotEmpty()
            .allMatch(metric -> metric.matches("(?i).*mix.*|\\w+\\.loadedBytes"));
      }
    }
  }

  @Test
  void theSampleInTheReadmeIsThatOfItsRun() throws IOException {
    String summary = Files.readString(RESULTS.resolve("quick/summary.md")).replace("\\", "");
    List<String> rows =
        Files.readAllLines(Path.of("../README.md")).stream()
            .filter(line -> line.matches(" (?!candidate)\\S+ {2,}.*(iB|–)"))
            .map(line -> "| " + String.join(" | ", line.strip().split(" {2,}")) + " |")
            .toList();
    assertThat(rows).hasSize(6).allSatisfy(row -> assertThat(summary).contains(row));
  }

  /** Half of its last digit. */
  private static double rounding(String number) {
    int point = number.indexOf('.');
    // And what is lost in computing.
    return 0.500001 * (point < 0 ? 1 : Math.pow(10, point + 1 - number.length()));
  }
}
