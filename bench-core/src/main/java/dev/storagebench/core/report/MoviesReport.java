package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.run.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.annotations.Mode;

/**
 * The movies suite in words: the publication's tables with our figures, ratios beside its ratios,
 * and the proof of the limits.
 */
public final class MoviesReport {
  private static final String REFERENCE = "rocksdb";

  private final List<CellResult> results;
  private final Map<String, String> leftOut;
  private final List<String> engines;
  private final List<String> tiers;

  /**
   * A report.
   *
   * @param leftOut engines that did not take part, each with the reason
   */
  public MoviesReport(List<CellResult> results, Map<String, String> leftOut) {
    this.results = List.copyOf(results);
    this.leftOut = new TreeMap<>(leftOut);
    this.engines = distinct(Cell::engine);
    this.tiers =
        distinct(MoviesReport::tier).stream().sorted(Comparator.comparing(this::largest)).toList();
  }

  private List<String> distinct(Function<Cell, String> of) {
    Set<String> all = new LinkedHashSet<>();
    results.stream().map(result -> of.apply(result.cell())).sorted().forEach(all::add);
    return List.copyOf(all);
  }

  private static String tier(Cell cell) {
    return cell.parameters().getOrDefault("memory", "none");
  }

  /** Sorts tiers from the largest memory to the smallest. */
  private long largest(String tier) {
    return results.stream()
        .filter(result -> tier(result.cell()).equals(tier))
        .map(CellResult::report)
        .filter(report -> report != null && report.memory() != null)
        .mapToLong(report -> -report.memory().engineBytes())
        .findAny()
        .orElse(Long.MIN_VALUE);
  }

  /** The text. */
  public String render() {
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
    parts.add("Size on disk after loading");
    parts.add(sizes());
    parts.add("The limits: what engine and page cache were given, and what proves it");
    parts.add(proof());
    parts.addAll(notes());
    return String.join(System.lineSeparator(), parts) + System.lineSeparator();
  }

  private String heading() {
    Cell cell = results.get(0).cell();
    return "Movies suite: %s%s, block %s, Bloom filter %s bits, durability %s"
        .formatted(
            cell.parameters().get("dataset"),
            reports(result -> true).stream()
                .filter(report -> report.data() != null)
                .map(report -> ", %s raw".formatted(size(report.data().summary().rawBytes())))
                .findAny()
                .orElse(""),
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
        .filter(result -> result.cell().mode() == Mode.Throughput)
        .sorted(Comparator.comparing(result -> workload(result.cell()) + result.cell().engine()))
        .forEach(
            result ->
                rows.computeIfAbsent(
                        workload(result.cell()) + "\t" + result.cell().engine(),
                        row -> new ArrayList<>())
                    .add(result));
    List<String> header = new ArrayList<>(List.of("workload", "engine"));
    header.addAll(tiers);
    List<List<String>> table = new ArrayList<>();
    rows.forEach(
        (row, cells) -> {
          List<String> line = new ArrayList<>(Arrays.asList(row.split("\t", -1)));
          double first = Double.NaN;
          for (String tier : tiers) {
            List<CellResult> here =
                cells.stream().filter(cell -> tier(cell.cell()).equals(tier)).toList();
            double rate = median(here);
            line.add(
                Double.isNaN(rate)
                    ? missing(here)
                    : Figures.rate(rate)
                        + (Double.isNaN(first) ? "" : " (%s)".formatted(ratio(rate / first))));
            first = Double.isNaN(first) ? rate : first;
          }
          table.add(line);
        });
    return table(header, table, 2);
  }

  private static String workload(Cell cell) {
    String name =
        switch (cell.workload()) {
          case "PointRead" -> "1 read";
          case "ReadWriteMix 99" -> "2 mix 99 %";
          case "ReadWriteMix 95" -> "3 mix 95 %";
          case "RandomWrite empty" -> "4 insert";
          case "RandomWrite full" -> "5 update";
          default -> "6 " + cell.workload();
        };
    return "%s, %d thr.".formatted(name, cell.threads());
  }

  private static String missing(List<CellResult> cells) {
    return cells.stream()
        .findAny()
        .map(cell -> cell.status() == Status.FAILED ? "FAILED" : "unsupp.")
        .orElse("-");
  }

  private static double median(List<CellResult> cells) {
    double[] values =
        cells.stream()
            .map(CellResult::score)
            .filter(score -> score != null)
            .flatMap(score -> score.iterations().stream())
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (values.length == 0) {
      return Double.NaN;
    }
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  static String ratio(double ratio) {
    return Double.isNaN(ratio)
        ? "-"
        : ratio >= 9.95
            ? "%.0f×".formatted(ratio)
            : ratio >= 0.0995 ? "%.2f×".formatted(ratio) : "%.4f×".formatted(ratio);
  }

  /** Mean, median and 99th percentile of the service time in microseconds; NaN where unmeasured. */
  private double[] serviceTime(String engine, String tier) {
    List<Score> scores =
        results.stream()
            .filter(result -> result.cell().mode() == Mode.SampleTime)
            .filter(result -> result.cell().engine().equals(engine))
            .filter(result -> tier(result.cell()).equals(tier))
            .map(CellResult::score)
            .filter(score -> score != null)
            .toList();
    return DoubleStream.of(-1, 50, 99)
        .map(
            percent ->
                scores.stream()
                    .mapToDouble(score -> percent < 0 ? score.value() : percentile(score, percent))
                    .average()
                    .orElse(Double.NaN))
        .toArray();
  }

  private static double percentile(Score score, double percent) {
    return score.percentiles().stream()
        .filter(each -> each.percent() == percent)
        .mapToDouble(Percentile::value)
        .findAny()
        .orElse(Double.NaN);
  }

  private String latency() {
    List<String> header =
        List.of(
            "memory", "engine", "average", "median", "99th", "average ÷ " + REFERENCE, "99th ÷");
    List<List<String>> table = new ArrayList<>();
    for (String tier : tiers) {
      double[] reference = serviceTime(REFERENCE, tier);
      for (String engine : engines) {
        double[] own = serviceTime(engine, tier);
        if (!Double.isNaN(own[0])) {
          table.add(
              List.of(
                  tier,
                  engine,
                  Figures.micros(own[0]),
                  Figures.micros(own[1]),
                  Figures.micros(own[2]),
                  ratio(own[0] / reference[0]),
                  ratio(own[2] / reference[2])));
        }
      }
    }
    return table(header, table, 2);
  }

  /** How much slower RocksDB gets from the tight to the scarce tier, there and here. */
  private List<String> shrinking() {
    double[] tight = serviceTime(REFERENCE, "tight");
    double[] scarce = serviceTime(REFERENCE, "scarce");
    if (Double.isNaN(tight[0]) || Double.isNaN(scarce[0])) {
      return List.of();
    }
    return List.of(
        "From tight to scarce RocksDB's reads take %s (average), %s (median), %s (99th) as long here; published: %s."
            .formatted(
                ratio(scarce[0] / tight[0]),
                ratio(scarce[1] / tight[1]),
                ratio(scarce[2] / tight[2]),
                PublishedMovies.shrinking()),
        "");
  }

  private String sizes() {
    List<String> header = List.of("engine", "codec", "on disk", "raw ÷ disk");
    List<List<String>> table = new ArrayList<>();
    for (String engine : engines) {
      results.stream()
          .filter(result -> result.cell().engine().equals(engine))
          .filter(result -> result.report() != null && result.report().prepared() != null)
          .findFirst()
          .ifPresent(
              result -> {
                var info = result.report().prepared();
                table.add(
                    List.of(
                        engine,
                        String.valueOf(result.cell().parameters().get("compression")),
                        size(info.bytesOnDisk()),
                        "%.2f".formatted(info.rawBytes() / (double) info.bytesOnDisk())));
              });
    }
    return table(header, table, 2) + System.lineSeparator() + PublishedMovies.SIZE;
  }

  private String proof() {
    List<String> header =
        List.of(
            "memory", "engine", "limit", "harness", "peak ÷ limit", "faults/read", "disk B/read");
    List<List<String>> table = new ArrayList<>();
    for (String tier : tiers) {
      for (String engine : engines) {
        List<CellResult> cells =
            results.stream()
                .filter(result -> tier(result.cell()).equals(tier))
                .filter(result -> result.cell().engine().equals(engine))
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

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    results.stream()
        .filter(result -> result.status() != Status.MEASURED)
        .map(
            result ->
                "%s %s, memory %s, %s: %s"
                    .formatted(
                        result.status() == Status.FAILED ? "FAILED" : "unsupported",
                        result.cell().engine(),
                        tier(result.cell()),
                        workload(result.cell()),
                        result.message()))
        .distinct()
        .forEach(notes::add);
    notes.addAll(new Doubts(results).notes());
    leftOut.forEach(
        (engine, reason) -> notes.add("not in this run: " + engine + " (" + reason + ")"));
    return notes;
  }

  private List<CellReport> reports(Predicate<CellResult> which) {
    return results.stream()
        .filter(which)
        .map(CellResult::report)
        .filter(report -> report != null)
        .toList();
  }

  static String table(List<String> header, List<List<String>> rows, int leftColumns) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      columns.add(
          new Column()
              .header(header.get(i))
              .headerAlign(i < leftColumns ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT)
              .dataAlign(i < leftColumns ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT));
    }
    return AsciiTable.getTable(
            AsciiTable.NO_BORDERS,
            columns.toArray(Column[]::new),
            rows.stream().map(row -> row.toArray(String[]::new)).toArray(String[][]::new))
        + System.lineSeparator();
  }
}
