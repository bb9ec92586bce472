package dev.storagebench.sql.suite;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import dev.storagebench.sql.suite.WikipediaModel.Failure;
import dev.storagebench.sql.suite.WikipediaModel.Figure;
import dev.storagebench.sql.suite.WikipediaModel.Row;
import dev.storagebench.sql.suite.WikipediaModel.Size;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the model from what was measured. */
final class WikipediaFigures {
  private final List<CellResult> results;
  private final List<Variant> variants;

  WikipediaFigures(List<CellResult> results) {
    this.results =
        results.stream().filter(each -> each.cell().benchmark().equals("Transaction")).toList();
    List<Variant> found = distinct(result -> Variant.of(result.cell()));
    // The order of cells is shuffled; plain InnoDB comes first, as it was published.
    found.sort(
        java.util.Comparator.comparing((Variant variant) -> !variant.isInnodb())
            .thenComparing(Variant::format)
            .thenComparing(Variant::engine));
    this.variants = List.copyOf(found);
  }

  private <T> List<T> distinct(Function<CellResult, T> of) {
    Set<T> all = new LinkedHashSet<>();
    results.forEach(result -> all.add(of.apply(result)));
    return new ArrayList<>(all);
  }

  WikipediaModel model(List<String> notes, String command) {
    return new WikipediaModel(
        "Wikipedia on MySQL",
        subtitle(),
        variants.stream().map(Variant::toString).toList(),
        rows(),
        sizes(),
        failures(),
        notes,
        command);
  }

  private String subtitle() {
    if (results.isEmpty()) {
      return "nothing was measured";
    }
    Cell any = results.get(0).cell();
    return "%s, %d threads, keys %s, durability %s, driver %s"
        .formatted(
            any.parameters().get("dataset"),
            any.threads(),
            any.parameters().get("distribution"),
            any.parameters().get("durability"),
            any.parameters().get("driver"));
  }

  private List<Row> rows() {
    List<String> tiers = distinct(result -> WikipediaSuite.tier(result.cell()));
    tiers.sort((a, b) -> Double.compare(size(b), size(a)));
    List<String> workloads = distinct(result -> result.cell().parameters().get("workload"));
    workloads.sort(
        java.util.Comparator.comparing(
            workload -> {
              int at = WikipediaSuite.WORKLOADS.indexOf(workload);
              return at < 0 ? Integer.MAX_VALUE : at;
            }));
    List<Row> rows = new ArrayList<>();
    for (String tier : tiers) {
      for (String workload : workloads) {
        rows.add(row(tier, workload));
      }
    }
    return rows;
  }

  private static double size(String tier) {
    return tier.matches("[\\d.]+") ? Double.parseDouble(tier) : Double.MAX_VALUE;
  }

  private Row row(String tier, String workload) {
    PublishedWikipedia.Row published =
        PublishedWikipedia.ROWS.stream()
            .filter(row -> row.workload().equals(workload) && size(row.ofData()) == size(tier))
            .findFirst()
            .orElse(null);
    Double first = null;
    List<Figure> figures = new ArrayList<>();
    for (Variant variant : variants) {
      List<CellResult> cells =
          results.stream()
              .filter(result -> result.status() == Status.MEASURED)
              .filter(result -> Variant.of(result.cell()).equals(variant))
              .filter(result -> WikipediaSuite.tier(result.cell()).equals(tier))
              .filter(result -> workload.equals(result.cell().parameters().get("workload")))
              .toList();
      double[] rates = iterations(cells);
      Double median = rates.length == 0 ? null : rates[rates.length / 2];
      first = figures.isEmpty() ? median : first;
      figures.add(
          new Figure(
              median,
              rates.length == 0 ? null : rates[0],
              rates.length == 0 ? null : rates[rates.length - 1],
              median == null || first == null ? null : median / first,
              mean(cells, "transaction.p99"),
              mean(cells, "bufferPoolHits"),
              mean(cells, "serverCpuPerQuery")));
    }
    return new Row(
        tier,
        workload,
        figures,
        published == null ? null : published.terarkdb(),
        published == null ? null : published.innodb());
  }

  private static double[] iterations(List<CellResult> cells) {
    return cells.stream()
        .flatMap(cell -> cell.secondary().stream())
        .filter(score -> score.name().equals("rows"))
        .flatMap(score -> score.iterations().stream())
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  private static @Nullable Double mean(List<CellResult> cells, String name) {
    double mean =
        cells.stream()
            .flatMap(cell -> cell.secondary().stream())
            .filter(score -> score.name().equals(name))
            .mapToDouble(Score::value)
            .average()
            .orElse(Double.NaN);
    return Double.isNaN(mean) ? null : mean;
  }

  private List<Size> sizes() {
    List<Size> sizes = new ArrayList<>();
    for (Variant variant : variants) {
      for (CellResult result : results) {
        var report = result.report();
        var loaded = report == null ? null : report.prepared();
        if (loaded != null && Variant.of(result.cell()).equals(variant)) {
          sizes.add(
              new Size(
                  variant.toString(),
                  loaded.rawBytes(),
                  loaded.bytesOnDisk(),
                  (double) loaded.rawBytes() / loaded.bytesOnDisk()));
          break;
        }
      }
    }
    return sizes;
  }

  private List<Failure> failures() {
    return results.stream()
        .filter(result -> result.status() != Status.MEASURED)
        .map(
            result ->
                new Failure(
                    "%s, %s, memory %s, round %d"
                        .formatted(
                            Variant.of(result.cell()),
                            result.cell().parameters().get("workload"),
                            WikipediaSuite.tier(result.cell()),
                            result.round()),
                    result.status().name().toLowerCase(java.util.Locale.ROOT),
                    String.valueOf(result.message())))
        .toList();
  }
}
