package dev.storagebench.benchmarks.report;

import static dev.storagebench.benchmarks.conclusion.Dimensions.CANDIDATE;
import static dev.storagebench.benchmarks.conclusion.Dimensions.MEMORY;
import static dev.storagebench.benchmarks.conclusion.Dimensions.RATE;
import static dev.storagebench.benchmarks.conclusion.Dimensions.THREADS;
import static dev.storagebench.benchmarks.conclusion.Dimensions.WORKLOAD;

import dev.storagebench.benchmarks.result.CellScore;
import dev.storagebench.benchmarks.result.Manifest;
import dev.storagebench.benchmarks.suite.View;
import dev.storagebench.benchmarks.suite.View.Kind;
import dev.storagebench.core.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The views of a run: those of its suite, and those of every run. One without cells has no tables.
 */
final class DefaultViews {
  private static final List<String> SCORES = List.of(CellScore.SPEED, "p50", "p99", "bytesOnDisk");
  private static final List<String> SPEEDS = List.of(CellScore.SPEED, "p50", "p99");
  private static final List<String> STORES = List.of("bytesOnDisk", "spaceSaved", "loadSeconds");
  private static final int MAX_COLUMNS = 10;
  private static final List<String> SPEED = List.of(CellScore.SPEED);
  private static final List<String> EACH_WORKLOAD = List.of(WORKLOAD);
  private static final List<String> NONE = List.of();
  private static final String BENCHMARK = "benchmark";

  private DefaultViews() {}

  /** The suite's own. */
  static List<View> ofSuite(Manifest run) {
    return run.suite() == null ? List.of() : run.suite().views();
  }

  /** The scores, a column each workload. */
  private static View scores() {
    return view("Scores", null, Kind.TABLE, SCORES, List.of(WORKLOAD), NONE);
  }

  /** The scores without sizes. */
  static View speeds() {
    return view("Scores", null, Kind.TABLE, SPEEDS, List.of(WORKLOAD), NONE);
  }

  /** The scores of all cells in one table, whose rows are workloads if there are many of them. */
  static @Nullable ViewTable figures(Manifest run) {
    ViewTable table = Pivot.whole(scores(), run).orElse(null);
    return table == null || table.columns().isEmpty()
        ? null
        : table.dimensions().size() + table.columns().size() <= MAX_COLUMNS
            ? table
            : Pivot.whole(table("Scores", null, SCORES, List.of(WORKLOAD, CANDIDATE)), run)
                .orElse(null);
  }

  /** As text: the suite's views, or else the scores by workload; then those of rates. */
  static List<View> text(Manifest run) {
    List<View> views = new ArrayList<>(ofSuite(run));
    if (views.isEmpty()) {
      views.add(scores());
    }
    views.add(responseTimes(rates(run)));
    views.add(replayed());
    return views;
  }

  /** In the page, after the suite's own, less what those show already. */
  static List<View> page(Manifest run) {
    List<View> own = ofSuite(run);
    List<View> views = new ArrayList<>();
    if (own.stream().noneMatch(each -> charts(each, MEMORY))
        && run.parameterValues().getOrDefault(MEMORY, Set.of()).size() > 1) {
      String about =
          "Mean over rounds with 95 % intervals, logarithmic axes. noop stores nothing: it shows the limit of the harness.";
      views.add(
          view("Throughput by memory", about, Kind.BARS, SPEED, List.of(MEMORY), EACH_WORKLOAD));
    }
    if (own.stream().noneMatch(each -> charts(each, THREADS))
        && run.parameterValues().getOrDefault(THREADS, Set.of()).size() > 1) {
      String about = "Operations per second, all threads together.";
      views.add(
          view("Scaling with threads", about, Kind.CURVE, SPEED, List.of(THREADS), EACH_WORKLOAD));
    }
    if (own.stream().noneMatch(each -> each.kind() == Kind.DISTRIBUTION)) {
      String about =
          "Share of operations that took at most this long, in a closed loop: each thread starts an operation when its previous one completes.";
      views.add(view("Service time", about, Kind.DISTRIBUTION, NONE, NONE, EACH_WORKLOAD));
    }
    String due =
        "Share of operations that completed within this time after they were due: operations arrive at a fixed rate whether or not earlier ones have completed (open loop), and waiting counts. noop stores nothing: its times are the harness’s own.";
    views.add(
        view("Response time at a rate", due, Kind.DISTRIBUTION, NONE, NONE, EACH_WORKLOAD)
            .withWhere(Map.of(RATE, rates(run))));
    views.add(responseTimes(rates(run)));
    views.add(replayed());
    if (own.stream()
        .noneMatch(each -> !each.figures().isEmpty() && STORES.containsAll(each.figures()))) {
      String about = "After loading and settling; times of the load alone.";
      views.add(table("Loaded stores", about, STORES, List.of(CANDIDATE)));
    }
    return views;
  }

  private static boolean charts(View view, String dimension) {
    return view.kind() != Kind.TABLE
        && view.figures().contains(CellScore.SPEED)
        && view.columns().contains(dimension);
  }

  private static List<String> rates(Manifest run) {
    return run.plan().cells().stream()
        .filter(cell -> cell.rate().isPresent())
        .map(cell -> cell.value(RATE))
        .distinct()
        .toList();
  }

  private static View responseTimes(List<String> rates) {
    return table(
            "Response times at a rate",
            "Measured from the moment an operation is due, waiting included. ! did not keep up: its queue kept growing, so its times only reflect how long it was measured.",
            List.of(CellScore.ACHIEVED, "p50", "p99", "p99.9", "max"),
            List.of(WORKLOAD, CANDIDATE))
        .withWhere(Map.of(RATE, rates));
  }

  /** The same counts for all candidates are the proof that all did the same. */
  private static View replayed() {
    return table(
            "Operations replayed",
            "hits and misses: gets, and the reads of updates, that found a value and that found none.",
            List.of("operations", "hits", "misses", "writes", "deletes", "skipped"),
            List.of(CANDIDATE))
        .withWhere(Map.of(BENCHMARK, Workloads.replayingTraces()));
  }

  /** A figure a column. */
  private static View table(
      String title, @Nullable String about, List<String> figures, List<String> rows) {
    return new View(
        title, about, Kind.TABLE, figures, rows, NONE, Map.of(), NONE, null, null, null);
  }

  /** All candidates, in rows. */
  private static View view(
      String title,
      @Nullable String about,
      Kind kind,
      List<String> figures,
      List<String> columns,
      List<String> each) {
    List<String> rows = List.of(CANDIDATE);
    return new View(title, about, kind, figures, rows, columns, Map.of(), each, null, null, null);
  }
}
