package dev.storagebench.core.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What Terark published in 2016 as numbers: its read service times. The throughput figures were
 * charts only.
 */
final class PublishedMovies {
  /** Of TerarkDB alone a size was published. */
  static final String SIZE = "Published: TerarkDB 2.1 GB for 9 GB (4.29).";

  private static final List<Row> ROWS =
      List.of(
          new Row("8 GB, 0.89×, tight", "RocksDB", 40.86, 24, 300),
          new Row("8 GB, 0.89×, tight", "WiredTiger", 58.82, 41, 450),
          new Row("4 GB, 0.44×", "RocksDB", 964.21, 970.36, 2500),
          new Row("4 GB, 0.44×", "WiredTiger", 204.85, 56.25, 600),
          new Row("3 GB, 0.33×, scarce", "RocksDB", 1338.88, 1210, 5000),
          new Row("3 GB, 0.33×, scarce", "WiredTiger", 273.06, 353, 600),
          new Row("3 GB, 0.33×, scarce", "TerarkDB", 6.67, 6, 25));

  private record Row(String memory, String engine, double average, double median, double p99) {}

  private PublishedMovies() {}

  static String latency() {
    List<List<String>> table = new ArrayList<>();
    for (Row row : ROWS) {
      Row reference = reference(row.memory());
      table.add(
          List.of(
              row.memory(),
              row.engine(),
              Figures.micros(row.average()),
              Figures.micros(row.median()),
              Figures.micros(row.p99()),
              MoviesReport.ratio(row.average() / reference.average()),
              MoviesReport.ratio(row.p99() / reference.p99())));
    }
    return MoviesReport.table(
        List.of("published", "engine", "average", "median", "99th", "average ÷ RocksDB", "99th ÷"),
        table,
        2);
  }

  private static Row reference(String memory) {
    return ROWS.stream()
        .filter(row -> row.memory().equals(memory) && row.engine().equals("RocksDB"))
        .findAny()
        .orElseThrow();
  }

  /** From the tight to the scarce tier: average, median, 99th percentile. */
  static String shrinking() {
    Row tight = reference("8 GB, 0.89×, tight");
    Row scarce = reference("3 GB, 0.33×, scarce");
    return "%s, %s, %s"
        .formatted(
            MoviesReport.ratio(scarce.average() / tight.average()),
            MoviesReport.ratio(scarce.median() / tight.median()),
            MoviesReport.ratio(scarce.p99() / tight.p99()));
  }
}
