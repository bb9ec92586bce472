package dev.storagebench.core.report;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Percentile;
import dev.storagebench.core.result.CellResult.Score;
import java.util.List;
import java.util.stream.Stream;

/** Figures of several cells taken together. */
final class CellScores {
  private CellScores() {}

  /** The iterations of all these cells that were measured, from the slowest to the fastest. */
  static double[] sortedIterations(List<CellResult> cells) {
    return cells.stream()
        .flatMap(result -> Stream.ofNullable(result.score()))
        .flatMap(score -> score.iterations().stream())
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  /** NaN of nothing. */
  static double median(double... sorted) {
    int middle = sorted.length / 2;
    return sorted.length == 0
        ? Double.NaN
        : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The mean over the scores of one percentile; NaN where none has it. */
  static double percentile(List<Score> scores, double percent) {
    return scores.stream()
        .flatMap(score -> score.percentiles().stream())
        .filter(each -> each.percent() == percent)
        .mapToDouble(Percentile::value)
        .average()
        .orElse(Double.NaN);
  }
}
