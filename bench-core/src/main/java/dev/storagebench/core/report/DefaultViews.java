package dev.storagebench.core.report;

import static dev.storagebench.core.report.Dimensions.CANDIDATE;
import static dev.storagebench.core.report.Dimensions.MEMORY;
import static dev.storagebench.core.report.Dimensions.RATE;
import static dev.storagebench.core.report.Dimensions.THREADS;
import static dev.storagebench.core.report.Dimensions.WORKLOAD;

import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.SuiteInfo;
import dev.storagebench.core.suite.View;
import dev.storagebench.core.suite.View.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Views of any run: those that a suite brings, and what every run is shown in. */
final class DefaultViews {

  private DefaultViews() {}

  /** The suite's own. */
  static List<View> ofSuite(Manifest run) {
    SuiteInfo suite = run.suite();
    return suite == null ? List.of() : suite.views();
  }

  /** As text: the suite's views, without one all candidates by workload; then what has a rate. */
  static List<View> text(Manifest run) {
    List<View> views = new ArrayList<>(ofSuite(run));
    if (views.isEmpty()) {
      views.add(
          view(
              "Scores",
              null,
              Kind.TABLE,
              List.of(CellScore.SPEED, "p50", "p99", "bytesOnDisk"),
              List.of(WORKLOAD)));
    }
    views.addAll(rates(run));
    return views;
  }

  /** In the page, behind the suite's own, less what those show already. */
  static List<View> page(Manifest run) {
    List<View> own = ofSuite(run);
    List<View> views = new ArrayList<>();
    if (own.stream().noneMatch(each -> charts(each, MEMORY))) {
      views.add(
          view(
              "Throughput",
              "Means over rounds with 95 % intervals, on logarithmic axes; noop stores nothing and shows the limit of the harness.",
              Kind.BARS,
              List.of(CellScore.SPEED),
              List.of(MEMORY)));
    }
    if (own.stream().noneMatch(each -> charts(each, THREADS)) && differ(run, THREADS)) {
      views.add(
          view(
              "Scaling with threads",
              "Operations a second of all threads together.",
              Kind.CURVE,
              List.of(CellScore.SPEED),
              List.of(THREADS)));
    }
    if (own.stream().noneMatch(each -> each.kind() == Kind.DISTRIBUTION)) {
      views.add(
          view(
              "Service time",
              "The share of operations that took at most this long, in a closed loop: each thread begins an operation when its last one is done.",
              Kind.DISTRIBUTION,
              List.of(),
              List.of()));
    }
    rates(run)
        .forEach(
            table -> {
              views.add(
                  new View(
                      "Response time at a rate",
                      "The share of operations that took at most this long from the moment at which they were due: operations come at their rate, whether or not the engine has finished earlier ones (open loop), and waiting counts. noop stores nothing: its times are the harness’s own.",
                      Kind.DISTRIBUTION,
                      List.of(),
                      List.of(CANDIDATE),
                      List.of(),
                      table.where(),
                      List.of(WORKLOAD),
                      null,
                      null,
                      null));
              views.add(table);
            });
    return views;
  }

  private static boolean charts(View view, String dimension) {
    return view.kind() != Kind.TABLE
        && view.figures().contains(CellScore.SPEED)
        && view.columns().contains(dimension);
  }

  private static boolean differ(Manifest run, String dimension) {
    return new Dimensions(run.byCell()).values(dimension).size() > 1;
  }

  /** What came of the rates; none if no cell had one. */
  private static List<View> rates(Manifest run) {
    List<String> rates =
        run.plan().cells().stream()
            .filter(cell -> cell.rate().isPresent())
            .map(cell -> Dimensions.value(cell, RATE))
            .distinct()
            .toList();
    return rates.isEmpty()
        ? List.of()
        : List.of(
            new View(
                "Response times at a rate",
                "From the moment an operation is due, waiting included. ! did not keep up: its queue grew for as long as it was measured, so its times only say how long that was.",
                Kind.TABLE,
                List.of(CellScore.ACHIEVED, "p50", "p99", "p99.9", "max"),
                List.of(WORKLOAD, CANDIDATE),
                List.of(),
                Map.of(RATE, rates),
                List.of(),
                null,
                null,
                null));
  }

  private static View view(
      String title, String about, Kind kind, List<String> figures, List<String> columns) {
    return new View(
        title,
        about,
        kind,
        figures,
        List.of(CANDIDATE),
        columns,
        Map.of(),
        Stream.of(WORKLOAD).filter(each -> kind != Kind.TABLE).toList(),
        null,
        null,
        null);
  }
}
