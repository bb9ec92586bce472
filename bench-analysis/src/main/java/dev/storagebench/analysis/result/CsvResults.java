package dev.storagebench.analysis.result;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.text.PlainText;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The figures as CSV (RFC 4180), tidy: one row a figure. The {@code score} of a cell over all
 * rounds, and the usual percentiles of its times, have no round, but the interval's ends. A figure
 * of an iteration has its number from 0, one of the whole fork none; a percentile has its percent.
 */
public final class CsvResults {
  private static final List<String> PERCENTILES =
      List.of("mean", "tm95", "p50", "p95", "p99", "p99.9");
  private static final List<String> OF_STORE =
      List.of(CellScore.LOADED_BYTES, CellScore.BYTES_AFTER, CellScore.GROWTH);

  private final CSVPrinter csv;
  private final Set<String> parameters;

  private CsvResults(CSVPrinter csv, Set<String> parameters) {
    this.csv = csv;
    this.parameters = parameters;
  }

  /** Writes all figures, and a row for each round of a cell that has none. */
  public static void write(List<CellResult> results, Path file) throws IOException {
    Set<String> parameters = new TreeSet<>();
    results.forEach(result -> parameters.addAll(result.cell().parameters().texts().keySet()));
    Writer out = new OutputStreamWriter(RunFolder.open(file), StandardCharsets.UTF_8);
    try (CSVPrinter csv = CSVFormat.RFC4180.print(out)) {
      CsvResults rows = new CsvResults(csv, parameters);
      rows.print(
          List.of("benchmark", "mode", "threads"),
          parameters,
          List.of("round", "status", "message", "metric", "iteration"),
          List.of("percentile", "value", "unit", "low", "high"));
      for (Map.Entry<Cell, List<CellResult>> cell : CellResult.byCell(results).entrySet()) {
        rows.scores(cell.getKey(), cell.getValue());
      }
      for (CellResult result : results) {
        rows.round(result);
      }
    }
  }

  private void scores(Cell cell, List<CellResult> rounds) throws IOException {
    Set<String> figures = new LinkedHashSet<>(CellScore.figures(cell));
    figures.addAll(PERCENTILES);
    for (String figure : figures) {
      CellScore score = CellScore.of(figure, rounds).orElse(null);
      if (score != null) {
        Object percent =
            !CellScore.isTime(figure) ? "" : figure.matches("p.*") ? figure.substring(1) : figure;
        Object low = Double.isNaN(score.low()) ? "" : score.low();
        Object high = Double.isNaN(score.high()) ? "" : score.high();
        print(
            cell(cell),
            List.of("", "measured", "", "score", ""),
            List.of(percent, score.value(), score.unit(), low, high));
      }
    }
  }

  private void round(CellResult result) throws IOException {
    List<Score> scores = new ArrayList<>(result.secondary());
    if (result.score() == null) {
      print(result, "", "", "", "", "");
    } else {
      scores.add(0, result.score());
    }
    for (Score score : scores) {
      if (score.iterations().isEmpty()) {
        print(result, score.name(), "", "", score.value(), score.unit());
      }
      for (int i = 0; i < score.iterations().size(); i++) {
        print(result, score.name(), i, "", score.iterations().get(i), score.unit());
      }
      for (Percentile each : score.percentiles()) {
        print(result, score.name(), "", each.percent(), each.value(), score.unit());
      }
    }
    CellReport.After after = result.reported().after();
    if (after != null) {
      List<String> ofStore = new ArrayList<>(OF_STORE);
      result.secondary().forEach(each -> ofStore.remove(each.name()));
      new TreeSet<>(after.stats().keySet()).forEach(name -> ofStore.add(CellScore.COUNTED + name));
      for (String figure : ofStore) {
        CellScore score = CellScore.of(figure, List.of(result)).orElse(null);
        if (score != null) {
          print(result, figure, "", "", score.value(), score.unit());
        }
      }
    }
  }

  private void print(CellResult result, Object metric, Object iteration, Object... value)
      throws IOException {
    String status = result.status().name().toLowerCase(Locale.ROOT);
    String why = Objects.requireNonNullElse(result.message(), "");
    print(
        cell(result.cell()),
        List.of(result.round(), status, why, metric, iteration),
        List.of(value),
        List.of("", ""));
  }

  private List<Object> cell(Cell cell) {
    List<Object> row = new ArrayList<>();
    row.addAll(List.of(cell.benchmark(), cell.mode().shortLabel(), cell.threads()));
    parameters.forEach(name -> row.add(cell.parameters().texts().getOrDefault(name, "")));
    return row;
  }

  private void print(Iterable<?>... parts) throws IOException {
    List<Object> row = new ArrayList<>();
    Stream.of(parts).forEach(part -> part.forEach(row::add));
    csv.printRecord(row.stream().map(PlainText::cell));
  }
}
