package dev.storagebench.core.report;

import dev.storagebench.core.report.MoviesModel.Distribution;
import dev.storagebench.core.report.MoviesModel.Fact;
import dev.storagebench.core.report.MoviesModel.Measured;
import dev.storagebench.core.report.MoviesModel.Rate;
import dev.storagebench.core.report.MoviesModel.Setting;
import dev.storagebench.core.report.MoviesModel.Size;
import dev.storagebench.core.report.MoviesModel.Tier;
import dev.storagebench.core.report.MoviesModel.Workload;
import dev.storagebench.core.report.html.HtmlPage;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The movies suite as {@code movies.html}: the publication's tables and charts with our figures.
 */
public final class MoviesPage implements RunPage {

  @Override
  public String fileName() {
    return "movies.html";
  }

  @Override
  public String render(Manifest run) {
    return new HtmlPage("Storage Bench: movies suite", "movies.js", model(run)).render();
  }

  static MoviesModel model(Manifest run) {
    List<CellResult> results = run.results();
    MoviesFigures figures = new MoviesFigures(results);
    MoviesLatency latency = new MoviesLatency(figures);
    return new MoviesModel(
        "Movies suite",
        subtitle(results, figures),
        MoviesFigures.REFERENCE,
        figures.engines(),
        figures.rawBytes().orElse(null),
        figures.tiers().stream()
            .map(tier -> new Tier(tier, figures.engineBytes(tier).orElse(null)))
            .toList(),
        workloads(results, figures),
        distributions(figures),
        sizes(results, figures),
        PublishedMovies.SIZE,
        latency.rows(),
        latency.growth(),
        cells(results, figures),
        RunFacts.doubts(run),
        run.leftOut().entrySet().stream()
            .map(engine -> new Fact(engine.getKey(), engine.getValue()))
            .toList(),
        settings(results, figures),
        RunFacts.environment(run),
        List.of(
            "java -jar benchmarks.jar " + RunFacts.shell(run.command()),
            RunFacts.shell(run.forkCommand())));
  }

  private static String subtitle(List<CellResult> results, MoviesFigures figures) {
    if (results.isEmpty()) {
      return "nothing was measured";
    }
    Map<String, String> parameters = results.get(0).cell().parameters();
    return "%s%s, block %s, Bloom filter %s bits, durability %s"
        .formatted(
            parameters.get("dataset"),
            figures
                .rawBytes()
                .map(bytes -> ", %s raw".formatted(Figures.size((double) bytes)))
                .orElse(""),
            parameters.get("block"),
            parameters.get("bloomBits"),
            parameters.get("durability"));
  }

  private static List<Workload> workloads(List<CellResult> results, MoviesFigures figures) {
    Map<List<Object>, List<CellResult>> charts = new LinkedHashMap<>();
    results.stream()
        .filter(result -> result.cell().measuresThroughput())
        .sorted(
            Comparator.comparing((CellResult result) -> MoviesFigures.rank(result.cell()))
                .thenComparing(result -> result.cell().threads()))
        .forEach(
            result ->
                charts
                    .computeIfAbsent(
                        List.of(MoviesFigures.workload(result.cell()), result.cell().threads()),
                        chart -> new ArrayList<>())
                    .add(result));
    return charts.values().stream()
        .map(
            cells ->
                new Workload(
                    MoviesFigures.workload(cells.get(0).cell()),
                    cells.get(0).cell().threads(),
                    rates(cells, figures)))
        .toList();
  }

  private static List<Rate> rates(List<CellResult> workload, MoviesFigures figures) {
    List<Rate> rates = new ArrayList<>();
    for (String engine : figures.engines()) {
      double largest = Double.NaN;
      for (String tier : figures.tiers()) {
        List<CellResult> cells = in(workload, engine, tier);
        if (cells.isEmpty()) {
          continue;
        }
        double[] iterations = CellScores.sortedIterations(cells);
        double median = CellScores.median(iterations);
        largest = Double.isNaN(largest) ? median : largest;
        double reference =
            CellScores.median(
                CellScores.sortedIterations(in(workload, MoviesFigures.REFERENCE, tier)));
        boolean measured = iterations.length > 0;
        rates.add(
            new Rate(
                tier,
                engine,
                measured ? Status.MEASURED : cells.get(0).status(),
                iterations.length,
                RunFacts.number(median),
                measured ? iterations[0] : null,
                measured ? iterations[iterations.length - 1] : null,
                RunFacts.number(median / reference),
                RunFacts.number(median / largest)));
      }
    }
    return rates;
  }

  private static List<CellResult> in(List<CellResult> results, String engine, String tier) {
    return results.stream()
        .filter(result -> result.cell().label().equals(engine))
        .filter(result -> MoviesFigures.tier(result.cell()).equals(tier))
        .toList();
  }

  private static List<Distribution> distributions(MoviesFigures figures) {
    List<Distribution> all = new ArrayList<>();
    for (String tier : figures.tiers()) {
      for (String engine : figures.engines()) {
        var percentiles = figures.distribution(engine, tier);
        if (!percentiles.isEmpty()) {
          all.add(new Distribution(tier, engine, percentiles));
        }
      }
    }
    return all;
  }

  private static List<Size> sizes(List<CellResult> results, MoviesFigures figures) {
    List<Size> sizes = new ArrayList<>();
    for (String engine : figures.engines()) {
      figures
          .loaded(engine)
          .filter(info -> info.bytesOnDisk() > 0)
          .ifPresent(
              info ->
                  sizes.add(
                      new Size(
                          engine,
                          results.stream()
                              .filter(result -> result.cell().label().equals(engine))
                              .map(result -> result.cell().parameters().get("compression"))
                              .findFirst()
                              .orElse("-"),
                          info.rawBytes(),
                          info.bytesOnDisk())));
    }
    return sizes;
  }

  private static List<Measured> cells(List<CellResult> results, MoviesFigures figures) {
    return results.stream()
        .sorted(
            Comparator.comparing((CellResult result) -> MoviesFigures.rank(result.cell()))
                .thenComparing(result -> result.cell().threads())
                .thenComparing(result -> figures.tiers().indexOf(MoviesFigures.tier(result.cell())))
                .thenComparing(result -> result.cell().label())
                .thenComparing(CellResult::round))
        .map(MoviesPage::cell)
        .toList();
  }

  private static Measured cell(CellResult result) {
    Cell cell = result.cell();
    Score score = result.score();
    var report = result.report();
    var warmUp = report == null ? null : report.warmUp();
    return new Measured(
        cell.label(),
        MoviesFigures.tier(cell),
        MoviesFigures.workload(cell),
        cell.threads(),
        result.round(),
        result.status(),
        result.message(),
        score == null ? "" : score.unit(),
        warmUp == null ? List.of() : warmUp.windows(),
        warmUp == null ? null : warmUp.steady(),
        cell.timing().iterationMillis() / 1000.0,
        score == null ? List.of() : score.iterations(),
        RunFacts.memory(report == null ? null : report.memory()),
        RunFacts.perOperation(result));
  }

  private static List<Setting> settings(List<CellResult> results, MoviesFigures figures) {
    Map<List<String>, Set<String>> tiers = new LinkedHashMap<>();
    for (String engine : figures.engines()) {
      for (String tier : figures.tiers()) {
        for (CellResult result : in(results, engine, tier)) {
          if (result.report() != null) {
            result
                .report()
                .settings()
                .forEach(
                    setting ->
                        tiers
                            .computeIfAbsent(
                                List.of(
                                    engine,
                                    setting.name(),
                                    setting.value(),
                                    setting.role().name().toLowerCase(Locale.ROOT),
                                    setting.reason()),
                                s -> new LinkedHashSet<>())
                            .add(tier));
          }
        }
      }
    }
    List<Setting> settings = new ArrayList<>();
    tiers.forEach(
        (of, where) ->
            settings.add(
                new Setting(
                    of.get(0),
                    of.get(1),
                    of.get(2),
                    of.get(3),
                    where.size() == figures.tiers().size() ? List.of() : List.copyOf(where),
                    of.get(4))));
    settings.sort(Comparator.comparing(Setting::engine).thenComparing(Setting::name));
    return settings;
  }
}
