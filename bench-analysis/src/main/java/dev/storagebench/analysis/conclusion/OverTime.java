package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Long measurements second by second, in a line for each cell. */
final class OverTime {
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final int MAX_COLUMNS = 40;

  private OverTime() {}

  static List<String> lines(Manifest run) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Cell, List<CellResult>> each : run.byCell().entrySet()) {
      List<List<SeriesPoint>> series =
          each.getValue().stream()
              .map(round -> SeriesPoint.whole(round.reported().series()))
              .filter(seconds -> !seconds.isEmpty())
              .toList();
      if (!series.isEmpty()) {
        lines.add(line(each.getKey(), each.getValue(), series));
      }
    }
    return lines;
  }

  /** Whether it has written, and has been recorded, too little to call its rate sustained. */
  static boolean isBurst(CellResult round) {
    return round.amount("slowestSecond") >= 0
        && round.cell().recordsWritten() > 0
        && Double.isNaN(round.amount("sustained"));
  }

  private static String line(Cell cell, List<CellResult> rounds, List<List<SeriesPoint>> series) {
    List<Double> stalls = figures("longestStall", rounds);
    return "%s %s: slowest second %s op/s, longest stall %s%s"
        .formatted(
            spark(series),
            RunFacts.name(cell),
            Figures.rate(geometricMean(figures("slowestSecond", rounds))),
            Figures.show("s", stalls.stream().mapToDouble(each -> each).max().orElse(0)),
            cell.recordsWritten() > 0 ? written(figures("sustained", rounds)) : "");
  }

  private static String written(List<Double> sustained) {
    return sustained.isEmpty()
        ? "; a burst: too little of it has reached the disk to call it sustained"
        : "; sustained " + Figures.rate(geometricMean(sustained)) + " op/s";
  }

  private static List<Double> figures(String name, List<CellResult> rounds) {
    return rounds.stream()
        .map(round -> RunFacts.secondary(round, name))
        .filter(Objects::nonNull)
        .toList();
  }

  private static double geometricMean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  /** The mean throughput over rounds, from none to the highest. */
  private static String spark(List<List<SeriesPoint>> series) {
    int seconds = series.stream().mapToInt(List::size).max().orElse(0);
    int columns = Math.min(seconds, MAX_COLUMNS);
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      int from = i * seconds / columns;
      int to = (i + 1) * seconds / columns;
      OptionalDouble mean =
          series.stream()
              .flatMap(each -> each.stream().skip(from).limit(to - from))
              .mapToDouble(SeriesPoint::rate)
              .average();
      mean.ifPresent(means::add);
    }
    double highest = means.stream().mapToDouble(each -> each).max().orElse(0);
    return means.stream()
        .map(each -> (int) Math.min(BARS.length() - 1, BARS.length() * each / highest))
        .map(bar -> BARS.substring(bar, bar + 1))
        .collect(Collectors.joining());
  }
}
