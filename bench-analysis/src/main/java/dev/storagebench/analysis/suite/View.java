package dev.storagebench.analysis.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pivot of a run's results: rows × columns × figures. Dimensions are {@code candidate}, {@code
 * engine}, {@code workload}, {@code threads}, and every condition and parameter by its name ({@code
 * memory}, {@code dataset}, {@code readPercent}, …).
 *
 * @param about how to read it; null if the title says it
 * @param figures what is shown: {@code speed} (operations, transactions or records a second: the
 *     score of a cell), {@code mean}, {@code p50}, {@code p95}, {@code p99}, {@code p99.9}, {@code
 *     max}, {@code tm95} (times of single operations; the last is the mean of the fastest 95 %),
 *     {@code loadedBytes}, {@code spaceSaved} (raw bytes by loaded ones), or any secondary figure
 *     by its name ({@code queries}, {@code cpu}, {@code server.Select_scan})
 * @param rows the dimensions whose values make rows, the outermost first; series in a chart
 * @param columns the dimensions whose values make columns; groups of bars, or the numeric axis of a
 *     curve
 * @param where only cells with one of these values, by dimension
 * @param each a view of its own for each combination of these dimensions' values
 * @param reference the label of the candidate whose figure in the same row and column the others
 *     are also shown as multiples of; null for none
 * @param relativeTo the dimension along which a figure is also shown as a multiple of its own value
 *     at the dimension's first one; null for none
 * @param published the name of the {@link Published} figures that stand beside ours; null for none
 */
public record View(
    String title,
    @Nullable String about,
    Kind kind,
    List<String> figures,
    List<String> rows,
    List<String> columns,
    Map<String, List<String>> where,
    List<String> each,
    @Nullable String reference,
    @Nullable String relativeTo,
    @Nullable String published) {

  /** The figures of runs, beside percentiles, trimmed means and those of servers and plugins. */
  static final Set<String> FIGURES =
      new TreeSet<>(
          List.of(
              """
              speed achieved mean max loadedBytes growth spaceSaved loadSeconds settle cpu allocated gc
              cpuAndWaiting clientCpu majorFaults refaults diskRead diskWritten dirty pageCache
              anonymous hits misses bytesRead deletes queries rows verified deadlocks
              lockTimeouts reconnects bufferPoolHits alterTable serverCpuTime bytesBefore multiple
              bytesAfter bytesUnsettled operations writes skipped openMs settleMs resident filesCached
              acknowledged lost torn writeAmplification\
              """
                  .split("\\s+", -1)));

  // p99.9, tm95; replica-1CpuPerQuery; server.Com_select, memory.limit, store.size_in_use
  private static final Pattern OTHER_FIGURES =
      Pattern.compile("(p|tm)\\d+(\\.\\d+)?|.+Cpu(PerQuery|Cores|Time)|.+\\..+");

  /** Whether a run may have a figure of this name; names with a dot are counters. */
  static boolean isFigure(String name) {
    return FIGURES.contains(name) || OTHER_FIGURES.matcher(name).matches();
  }

  /** How a view is shown. */
  public enum Kind {
    /** Rows and columns of figures. */
    TABLE,
    /** A bar for each row in a group for each column; from zero in a suite with a source. */
    BARS,
    /** A line for each row over the numeric values of the one column dimension. */
    CURVE,
    /** The cumulative distribution of the times of single operations, a line for each row. */
    DISTRIBUTION,
    /** In words: the figure along the one column dimension, as a multiple of the first one. */
    DECLINE,
    /** In words: the smallest value of the one column dimension with 0.90 × the best figure. */
    ENOUGH,
    /** In words: each candidate's figure as a multiple of the reference's; others say why. */
    COST,
    /**
     * In words: space, by {@code spaceSaved} or a size, and last figure of each candidate as
     * multiples of the reference's.
     */
    TRADE;

    /** Whether the verdict begins with it, and no table or chart shows it. */
    public boolean isInWords() {
      return !needs().isEmpty();
    }

    /** The fields that it must have. */
    List<String> needs() {
      return switch (this) {
        case DECLINE, ENOUGH -> List.of("columns");
        case COST, TRADE -> List.of("reference");
        default -> List.of();
      };
    }
  }

  /** Optional keys of a suite file may be absent. */
  public View {
    figures = listed(figures).stream().map(View::current).toList();
    rows = listed(rows);
    columns = listed(columns);
    // Always written in the same order, unlike Map.copyOf.
    where = where == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(where));
    each = listed(each);
  }

  /** The name of a figure, which had another one in runs and suites of earlier versions. */
  static String current(String figure) {
    return switch (figure) {
      case "bytesOnDisk" -> "loadedBytes";
      case "bytesOnDiskAfter" -> "bytesAfter";
      default -> figure;
    };
  }

  private static List<String> listed(@Nullable List<String> given) {
    return given == null ? List.of() : List.copyOf(given);
  }

  /** Whether it shows a cell with these values of dimensions. */
  public boolean selects(UnaryOperator<String> value) {
    return where.entrySet().stream()
        .allMatch(only -> only.getValue().contains(value.apply(only.getKey())));
  }

  /** Copy with this figure alone. */
  public View withFigure(String figure) {
    return with(List.of(figure), where);
  }

  /** Copy of these cells only. */
  public View withWhere(Map<String, List<String>> some) {
    return with(figures, some);
  }

  private View with(List<String> some, Map<String, List<String>> selected) {
    return new View(
        title, about, kind, some, rows, columns, selected, each, reference, relativeTo, published);
  }
}
