package dev.storagebench.core.report;

import dev.storagebench.core.report.MoviesFigures.Times;
import java.util.List;

/**
 * What Terark published in 2016 as numbers: its read service times. The throughput figures were
 * charts only.
 */
final class PublishedMovies {
  /** Of TerarkDB alone a size was published. */
  static final String SIZE = "Published: TerarkDB 2.1 GB for 9 GB (4.29).";

  private static final String REFERENCE = "RocksDB";
  private static final Memory TIGHT = new Memory("8 GB", 0.89, "tight");
  private static final Memory BETWEEN = new Memory("4 GB", 0.44, "");
  private static final Memory SCARCE = new Memory("3 GB", 0.33, "scarce");

  /** From the largest memory to the smallest. */
  static final List<Row> ROWS =
      List.of(
          new Row(TIGHT, REFERENCE, new Times(40.86, 24, 300)),
          new Row(TIGHT, "WiredTiger", new Times(58.82, 41, 450)),
          new Row(BETWEEN, REFERENCE, new Times(964.21, 970.36, 2500)),
          new Row(BETWEEN, "WiredTiger", new Times(204.85, 56.25, 600)),
          new Row(SCARCE, REFERENCE, new Times(1338.88, 1210, 5000)),
          new Row(SCARCE, "WiredTiger", new Times(273.06, 353, 600)),
          new Row(SCARCE, "TerarkDB", new Times(6.67, 6, 25)));

  /**
   * The memory of a published tier.
   *
   * @param size of the machine
   * @param ofData as a multiple of the raw data
   * @param tier our name for it; empty where we have none
   */
  record Memory(String size, double ofData, String tier) {
    String label() {
      return "%s, %.2f×%s".formatted(size, ofData, tier.isEmpty() ? "" : ", " + tier);
    }
  }

  /** The published times of an engine in a tier. */
  record Row(Memory memory, String engine, Times times) {

    /** Whether our engine of this name is the same one. */
    boolean is(String engine) {
      return this.engine.equalsIgnoreCase(engine);
    }

    /** How many times RocksDB's in the same tier. */
    Times ofReference() {
      return times.over(in(memory, REFERENCE));
    }
  }

  private PublishedMovies() {}

  static String latency() {
    return MoviesReport.table(
        List.of("published", "engine", "average", "median", "99th", "average ÷ RocksDB", "99th ÷"),
        ROWS.stream()
            .map(
                row ->
                    MoviesReport.row(
                        row.memory().label(), row.engine(), row.times(), row.ofReference()))
            .toList(),
        2);
  }

  private static Times in(Memory memory, String engine) {
    return ROWS.stream()
        .filter(row -> row.memory().equals(memory) && row.engine().equals(engine))
        .map(Row::times)
        .findAny()
        .orElseThrow();
  }

  /** How many times as long RocksDB's reads take in the scarce tier as in the tight one. */
  static Times shrinking() {
    return shrinking(REFERENCE);
  }

  /** The engines that were measured in the tight and in the scarce tier. */
  static List<String> inBothTiers() {
    return ROWS.stream()
        .filter(row -> row.memory().equals(TIGHT))
        .map(Row::engine)
        .filter(
            engine ->
                ROWS.stream()
                    .anyMatch(row -> row.memory().equals(SCARCE) && row.engine().equals(engine)))
        .toList();
  }

  /** The same of any engine that was measured in both tiers. */
  static Times shrinking(String engine) {
    return in(SCARCE, engine).over(in(TIGHT, engine));
  }
}
