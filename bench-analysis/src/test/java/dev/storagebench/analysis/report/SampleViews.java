package dev.storagebench.analysis.report;

import dev.storagebench.analysis.suite.Published;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import java.util.List;
import java.util.Map;

/** Views of every kind, with published figures, of {@link SampleRun}. */
final class SampleViews {
  private static final List<String> CANDIDATES = List.of("candidate");
  private static final List<String> MEMORY = List.of("memory");
  private static final List<String> WORKLOADS = List.of("workload", "threads");
  private static final List<String> NONE = List.of();

  private SampleViews() {}

  static View latency() {
    return new View(
        "Read latency",
        null,
        Kind.TABLE,
        List.of("mean", "p99"),
        List.of("memory", "candidate"),
        NONE,
        Map.of(),
        NONE,
        "rocksdb",
        "memory",
        "latency");
  }

  static View bars() {
    return view("Throughput by memory", Kind.BARS, List.of("speed"), MEMORY, WORKLOADS);
  }

  static SuiteInfo suite() {
    return new SuiteInfo(
        "sample",
        "Sample suite " + SampleRun.HOSTILE,
        "https://example.org",
        "What it is about. " + SampleRun.HOSTILE,
        List.of(
            bars(),
            view("Distribution", Kind.DISTRIBUTION, NONE, NONE, List.of("memory")),
            latency(),
            view(
                "Threads",
                Kind.CURVE,
                List.of("speed"),
                List.of("threads"),
                List.of("workload", "memory")),
            view("What is left?", Kind.DECLINE, List.of("speed"), MEMORY, NONE),
            view("Size", Kind.TABLE, List.of("loadedBytes", "spaceSaved"), NONE, NONE)),
        List.of(
            new Published(
                "latency",
                "somebody, 2016",
                List.of(
                    Map.of(
                        "memory", "tight", "candidate", "RocksDB", "mean", "40.86", "p99", "300"),
                    Map.of(
                        "memory", "4 GB", "candidate", "RocksDB", "mean", "964.21", "p99", "2500"),
                    Map.of(
                        "memory",
                        "scarce",
                        "candidate",
                        "RocksDB",
                        "mean",
                        "1338.88",
                        "p99",
                        "5000"),
                    Map.of(
                        "memory", "scarce", "candidate", "TerarkDB", "mean", "6.67", "p99", "25")),
                Map.of("RocksDB", "rocksdb"))),
        "9 GB of reviews",
        Map.of("memory", Map.of("tight", "8 GB")));
  }

  private static View view(
      String title, Kind kind, List<String> figures, List<String> columns, List<String> each) {
    return new View(
        title, null, kind, figures, CANDIDATES, columns, Map.of(), each, "rocksdb", null, null);
  }
}
