package dev.storagebench.core.result;

import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.suite.Cell;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The figures as CSV (RFC 4180), tidy: one row a figure. The {@code score} of a cell over all
 * rounds, and the usual percentiles of its times, have no round, but the interval's ends. A figure
 * of an iteration has its number from 0, one of the whole fork none; a percentile has its percent.
 */
public final class CsvResults {
  private static final List<String> PERCENTILES = List.of("p50", "p95", "p99", "p99.9");

  private CsvResults() {}

  /** Writes all figures, and a row for each round of a cell that has none. */
  public static void write(List<CellResult> results, Path file) throws IOException {
    Collection<String> parameters = new TreeSet<>();
    results.forEach(result -> parameters.addAll(result.cell().parameters().keySet()));
    List<String> header = new ArrayList<>(List.of("benchmark", "mode", "threads"));
    header.addAll(parameters);
    header.addAll(
        List.of(
            "round",
            "status",
            "message",
            "metric",
            "iteration",
            "percentile",
            "value",
            "unit",
            "low",
            "high"));
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        CSVPrinter csv =
            CSVFormat.RFC4180
                .builder()
                .setHeader(header.toArray(String[]::new))
                .get()
                .print(writer)) {
      Map<Cell, List<CellResult>> cells = new LinkedHashMap<>();
      results.forEach(
          each ->
              cells.computeIfAbsent(each.cell().withRounds(0), c -> new ArrayList<>()).add(each));
      for (List<CellResult> rounds : cells.values()) {
        scores(csv, rounds, parameters);
      }
      for (CellResult result : results) {
        rows(csv, result, parameters);
      }
    }
  }

  private static void scores(CSVPrinter csv, List<CellResult> rounds, Collection<String> parameters)
      throws IOException {
    Cell cell = rounds.get(0).cell();
    Set<String> figures = new LinkedHashSet<>(CellScore.figures(cell));
    figures.addAll(PERCENTILES);
    for (String figure : figures) {
      Optional<CellScore> found = CellScore.of(figure, rounds);
      if (found.isPresent()) {
        CellScore score = found.get();
        List<Object> row = named(cell, parameters);
        row.addAll(
            List.of(
                "",
                "measured",
                "",
                "score",
                "",
                CellScore.isTime(figure) ? figure.substring(1) : "",
                score.value(),
                score.unit(),
                Double.isNaN(score.low()) ? "" : score.low(),
                Double.isNaN(score.high()) ? "" : score.high()));
        csv.printRecord(row);
      }
    }
  }

  private static List<Object> named(Cell cell, Collection<String> parameters) {
    List<Object> named = new ArrayList<>();
    named.add(cell.benchmark());
    named.add(cell.mode().shortLabel());
    named.add(cell.threads());
    parameters.forEach(name -> named.add(cell.parameters().getOrDefault(name, "")));
    return named;
  }

  private static void rows(CSVPrinter csv, CellResult result, Collection<String> parameters)
      throws IOException {
    List<Object> common = named(result.cell(), parameters);
    common.add(result.round());
    common.add(result.status().name().toLowerCase(Locale.ROOT));
    common.add(result.message() == null ? "" : result.message());
    if (result.score() == null) {
      csv.printRecord(row(common, "", "", "", "", ""));
      return;
    }
    figures(csv, common, result.score());
    for (Score score : result.secondary()) {
      figures(csv, common, score);
    }
  }

  private static void figures(CSVPrinter csv, List<Object> common, Score score) throws IOException {
    if (score.iterations().isEmpty()) {
      csv.printRecord(row(common, score.name(), "", "", score.value(), score.unit()));
    }
    for (int i = 0; i < score.iterations().size(); i++) {
      csv.printRecord(row(common, score.name(), i, "", score.iterations().get(i), score.unit()));
    }
    for (Percentile each : score.percentiles()) {
      csv.printRecord(row(common, score.name(), "", each.percent(), each.value(), score.unit()));
    }
  }

  private static List<Object> row(List<Object> common, Object... figures) {
    List<Object> row = new ArrayList<>(common);
    row.addAll(List.of(figures));
    row.addAll(List.of("", ""));
    return row;
  }
}
