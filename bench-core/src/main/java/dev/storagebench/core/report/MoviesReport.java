package dev.storagebench.core.report;

import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.report.MoviesFigures.Times;
import dev.storagebench.core.report.TextTable.Entry;
import dev.storagebench.core.report.TextTable.Head;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/**
 * The movies suite in words: the publication's tables with our figures, ratios beside its ratios,
 * and the proof of the limits.
 */
public final class MoviesReport {
  private final List<CellResult> results;
  private final Absences absences;
  private final MoviesFigures figures;

  /**
   * A report.
   *
   * @param leftOut engines that did not take part, each with the reason
   */
  public MoviesReport(List<CellResult> results, Map<String, String> leftOut) {
    this.results = List.copyOf(results);
    this.absences = new Absences(results, leftOut);
    this.figures = new MoviesFigures(results);
  }

  /** The text; what failed or speaks against it in color. */
  public String render(Ink ink) {
    if (results.isEmpty()) {
      return "nothing was measured";
    }
    List<String> parts = new ArrayList<>();
    parts.add(heading());
    parts.add("Operations per second (and their part of the first column's)");
    parts.add(throughput());
    if (results.stream().anyMatch(result -> result.cell().mode() == Mode.SampleTime)) {
      parts.add("Service time of a read, 8 threads, microseconds; published figures of 2016 below");
      parts.add(latency());
      parts.add(PublishedMovies.latency());
      parts.addAll(shrinking());
    }
    String atRates = RateTable.render(results, Cell::label, ink);
    if (!atRates.isEmpty()) {
      parts.add(atRates.stripTrailing());
    }
    parts.add("Size on disk after loading");
    parts.add(sizes());
    parts.add("The limits: what engine and page cache were given, and what proves it");
    parts.add(proof());
    parts.addAll(notes(ink));
    return String.join(System.lineSeparator(), parts) + System.lineSeparator();
  }

  private String heading() {
    Cell cell = results.get(0).cell();
    return "Movies suite: %s%s, block %s, Bloom filter %s bits, durability %s"
        .formatted(
            cell.parameters().get("dataset"),
            figures.rawBytes().map(bytes -> ", %s raw".formatted(size(bytes))).orElse(""),
            cell.parameters().get("block"),
            cell.parameters().get("bloomBits"),
            cell.parameters().get("durability"));
  }

  private static String size(long bytes) {
    return Figures.size((double) bytes);
  }

  private String throughput() {
    Map<String, List<CellResult>> rows = new LinkedHashMap<>();
    results.stream()
        .filter(result -> result.cell().measuresThroughput())
        .sorted(Comparator.comparing(result -> workload(result.cell()) + result.cell().label()))
        .forEach(
            result ->
                rows.computeIfAbsent(
                        workload(result.cell()) + "\t" + result.cell().label(),
                        row -> new ArrayList<>())
                    .add(result));
    List<String> header = new ArrayList<>(List.of("workload", "engine"));
    header.addAll(figures.tiers());
    List<List<String>> table = new ArrayList<>();
    rows.forEach(
        (row, cells) -> {
          List<String> line = new ArrayList<>(Arrays.asList(row.split("\t", -1)));
          double first = Double.NaN;
          for (String tier : figures.tiers()) {
            List<CellResult> here =
                cells.stream()
                    .filter(cell -> MoviesFigures.tier(cell.cell()).equals(tier))
                    .toList();
            double rate = CellScores.median(CellScores.sortedIterations(here));
            line.add(
                Double.isNaN(rate)
                    ? Absences.mark(here)
                    : Figures.rate(rate)
                        + (Double.isNaN(first) ? "" : " (%s)".formatted(ratio(rate / first))));
            first = Double.isNaN(first) ? rate : first;
          }
          table.add(line);
        });
    return table(header, table, 2);
  }

  private static String workload(Cell cell) {
    return "%d %s, %d thr."
        .formatted(MoviesFigures.rank(cell) + 1, MoviesFigures.workload(cell), cell.threads());
  }

  static String ratio(double ratio) {
    return Double.isNaN(ratio)
        ? "-"
        : ratio >= 9.95
            ? "%.0f×".formatted(ratio)
            : ratio >= 0.0995 ? "%.2f×".formatted(ratio) : "%.4f×".formatted(ratio);
  }

  private String latency() {
    List<String> header =
        List.of(
            "memory",
            "engine",
            "average",
            "median",
            "99th",
            "average ÷ " + MoviesFigures.REFERENCE,
            "99th ÷");
    List<List<String>> table = new ArrayList<>();
    for (String tier : figures.tiers()) {
      Times reference = figures.serviceTime(MoviesFigures.REFERENCE, tier);
      for (String engine : figures.engines()) {
        Times own = figures.serviceTime(engine, tier);
        if (own.measured()) {
          table.add(row(tier, engine, own, own.over(reference)));
        }
      }
    }
    return table(header, table, 2);
  }

  static List<String> row(String memory, String engine, Times times, Times ratios) {
    return List.of(
        memory,
        engine,
        Figures.micros(times.average()),
        Figures.micros(times.median()),
        Figures.micros(times.p99()),
        ratio(ratios.average()),
        ratio(ratios.p99()));
  }

  /** How much slower RocksDB gets from the tight to the scarce tier, there and here. */
  private List<String> shrinking() {
    Times tight = figures.serviceTime(MoviesFigures.REFERENCE, "tight");
    Times scarce = figures.serviceTime(MoviesFigures.REFERENCE, "scarce");
    if (!tight.measured() || !scarce.measured()) {
      return List.of();
    }
    return List.of(
        "From tight to scarce RocksDB's reads take %s as long here; published: %s."
            .formatted(growth(scarce.over(tight)), growth(PublishedMovies.shrinking())),
        "");
  }

  private static String growth(Times ratios) {
    return "%s (average), %s (median), %s (99th)"
        .formatted(ratio(ratios.average()), ratio(ratios.median()), ratio(ratios.p99()));
  }

  private String sizes() {
    List<String> header = List.of("engine", "codec", "on disk", "raw ÷ disk");
    List<List<String>> table = new ArrayList<>();
    for (String engine : figures.engines()) {
      figures
          .loaded(engine)
          .ifPresent(
              info ->
                  table.add(
                      List.of(
                          engine,
                          codec(engine),
                          size(info.bytesOnDisk()),
                          "%.2f".formatted(info.rawBytes() / (double) info.bytesOnDisk()))));
    }
    return table(header, table, 2) + System.lineSeparator() + PublishedMovies.SIZE;
  }

  private String codec(String engine) {
    return results.stream()
        .filter(result -> result.cell().label().equals(engine))
        .map(result -> String.valueOf(result.cell().parameters().get("compression")))
        .findFirst()
        .orElse("-");
  }

  private String proof() {
    List<String> header =
        List.of(
            "memory", "engine", "limit", "harness", "peak ÷ limit", "faults/read", "disk B/read");
    List<List<String>> table = new ArrayList<>();
    for (String tier : figures.tiers()) {
      for (String engine : figures.engines()) {
        List<CellResult> cells =
            results.stream()
                .filter(result -> MoviesFigures.tier(result.cell()).equals(tier))
                .filter(result -> result.cell().label().equals(engine))
                .filter(result -> result.status() == Status.MEASURED)
                .toList();
        List<MemoryReport> limits =
            cells.stream()
                .map(result -> result.report() == null ? null : result.report().memory())
                .filter(memory -> memory != null)
                .toList();
        if (!limits.isEmpty()) {
          table.add(
              List.of(
                  tier,
                  engine,
                  size(limits.get(0).engineBytes()),
                  range(limits.stream().map(MemoryReport::harnessBytes).toList()),
                  "%.3f to %.3f"
                      .formatted(
                          limits.stream().mapToDouble(MoviesReport::used).min().orElse(0),
                          limits.stream().mapToDouble(MoviesReport::used).max().orElse(0)),
                  perRead(cells, "majorFaults"),
                  perRead(cells, "diskRead")));
        }
      }
    }
    return table(header, table, 2)
        + System.lineSeparator()
        + "The harness is granted its own memory on top; the published program took about 750 MB of the limit.";
  }

  private static double used(MemoryReport memory) {
    return memory.peakBytes() / (double) memory.limitBytes();
  }

  private static String range(Collection<Long> bytes) {
    long least = bytes.stream().mapToLong(Long::longValue).min().orElse(0);
    long most = bytes.stream().mapToLong(Long::longValue).max().orElse(0);
    return size(least) + (least == most ? "" : " to " + size(most));
  }

  private static String perRead(List<CellResult> cells, String name) {
    return cells.stream()
        .filter(result -> result.cell().workload().equals("PointRead"))
        .flatMap(result -> result.secondary().stream())
        .filter(score -> score.name().equals(name))
        .mapToDouble(Score::value)
        .average()
        .stream()
        .mapToObj("%.2f"::formatted)
        .findAny()
        .orElse("-");
  }

  private List<String> notes(Ink ink) {
    return absences.notes(
        ink,
        cell ->
            "%s, memory %s, %s".formatted(cell.label(), MoviesFigures.tier(cell), workload(cell)));
  }

  static String table(List<String> header, List<List<String>> rows, int words) {
    List<Head> heads = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      heads.add(i < words ? Head.words(header.get(i)) : Head.figures(header.get(i)));
    }
    TextTable table = new TextTable(words, heads);
    rows.forEach(row -> table.row(row.stream().map(Entry::of).toList()));
    return table.render(Ink.NONE);
  }
}
