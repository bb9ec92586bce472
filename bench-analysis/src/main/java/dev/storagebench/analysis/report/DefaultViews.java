package dev.storagebench.analysis.report;

import static dev.storagebench.analysis.conclusion.Dimensions.MEMORY;
import static dev.storagebench.analysis.conclusion.Dimensions.RATE;
import static dev.storagebench.analysis.conclusion.Dimensions.THREADS;

import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.datasets.ResourceLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The views of a run: those of its suite, and those of every run, which {@code default-views.json}
 * describes. One without cells has no tables.
 */
final class DefaultViews {
  private static final Map<String, View> VIEWS =
      JsonMapper.shared()
          .readValue(
              String.join("\n", ResourceLines.of(DefaultViews.class, "default-views.json")),
              new TypeReference<>() {});
  private static final int MAX_COLUMNS = 10;

  private DefaultViews() {}

  /** One of those of every run. */
  static View view(String name) {
    return Objects.requireNonNull(VIEWS.get(name), name);
  }

  /** The suite's own. */
  static List<View> ofSuite(Manifest run) {
    return run.info().views().stream().filter(each -> !each.kind().isInWords()).toList();
  }

  /** The scores of all cells in one table, whose rows are workloads if there are many of them. */
  static @Nullable ViewTable figures(Dimensions run) {
    ViewTable table = Pivot.whole(view("scores"), run).orElse(null);
    return table == null || table.dimensions().size() + table.columns().size() <= MAX_COLUMNS
        ? table
        : Pivot.whole(view("scores of many workloads"), run).orElse(null);
  }

  /** Views of text: the suite's, or else the scores by workload; then those of rates. */
  static List<View> text(Manifest run) {
    List<View> views = new ArrayList<>(ofSuite(run));
    if (views.isEmpty()) {
      views.add(view("scores"));
    }
    views.addAll(ofEvery(run));
    return views;
  }

  /**
   * Views that follow the scores: times at rates; counts of replayed operations, whose equality
   * proves that all candidates did the same; seconds.
   */
  private static List<View> ofEvery(Manifest run) {
    View replayed = view("replayed").withWhere(Map.of("benchmark", Workloads.replayingTraces()));
    return List.of(atRates("response times", run), replayed, view("by second"));
  }

  /** In the page, after the suite's own, less what those show already. */
  static List<View> page(Manifest run) {
    List<View> own = ofSuite(run);
    List<View> views = new ArrayList<>();
    Stream.of(MEMORY, THREADS)
        .filter(axis -> own.stream().noneMatch(each -> charts(each, axis)))
        .filter(axis -> run.parameterValues().getOrDefault(axis, Set.of()).size() > 1)
        .forEach(axis -> views.add(view(axis)));
    if (own.stream().noneMatch(each -> each.kind() == Kind.DISTRIBUTION)) {
      views.add(view("service time"));
    }
    views.add(atRates("response time", run));
    views.addAll(ofEvery(run));
    View stores = view("stores");
    if (own.stream()
        .noneMatch(
            each -> !each.figures().isEmpty() && stores.figures().containsAll(each.figures()))) {
      views.add(stores);
    }
    return views;
  }

  private static boolean charts(View view, String dimension) {
    return view.kind() != Kind.TABLE
        && view.figures().contains(CellScore.SPEED)
        && view.columns().contains(dimension);
  }

  private static View atRates(String name, Manifest run) {
    List<String> rates =
        run.plan().cells().stream()
            .filter(cell -> cell.rate().isPresent())
            .map(cell -> cell.value(RATE))
            .distinct()
            .toList();
    return view(name).withWhere(Map.of(RATE, rates));
  }
}
