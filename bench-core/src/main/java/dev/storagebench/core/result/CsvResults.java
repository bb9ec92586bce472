package dev.storagebench.core.result;

import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The figures as CSV (RFC 4180), tidy: one row a figure. A figure of an iteration has its number
 * from 0, one of the whole fork none; a percentile has its percent.
 */
public final class CsvResults {

  private CsvResults() {}

  /** Writes all figures, and a row for each round of a cell that has none. */
  public static void write(List<CellResult> results, Path file) throws IOException {
    Collection<String> parameters = new TreeSet<>();
    results.forEach(result -> parameters.addAll(result.cell().parameters().keySet()));
    List<String> header = new ArrayList<>(List.of("benchmark", "mode", "threads"));
    header.addAll(parameters);
    header.addAll(
        List.of(
            "round", "status", "message", "metric", "iteration", "percentile", "value", "unit"));
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        CSVPrinter csv =
            CSVFormat.RFC4180
                .builder()
                .setHeader(header.toArray(String[]::new))
                .get()
                .print(writer)) {
      for (CellResult result : results) {
        rows(csv, result, parameters);
      }
    }
  }

  private static void rows(CSVPrinter csv, CellResult result, Collection<String> parameters)
      throws IOException {
    List<Object> common = new ArrayList<>();
    common.add(result.cell().benchmark());
    common.add(result.cell().mode().shortLabel());
    common.add(result.cell().threads());
    parameters.forEach(name -> common.add(result.cell().parameters().getOrDefault(name, "")));
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
    return row;
  }
}
