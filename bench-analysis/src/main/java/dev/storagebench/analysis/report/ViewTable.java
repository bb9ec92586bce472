package dev.storagebench.analysis.report;

import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link View} with a run's figures, computed once; terminal, Markdown, CSV and page show this.
 *
 * @param title with the values it was made for, where the view makes several
 * @param about how to read it
 * @param dimensions the names of the leading columns
 * @param rows each with its values of the dimensions
 * @param columns those with published figures last
 * @param entries by row, then by column; null where there is nothing to measure
 * @param distributions of times by row, for a view that shows them; else empty
 */
record ViewTable(
    String title,
    String about,
    View.Kind kind,
    List<String> dimensions,
    List<List<String>> rows,
    List<Column> columns,
    List<List<@Nullable Entry>> entries,
    List<List<Percentile>> distributions) {

  /**
   * A column of figures.
   *
   * @param values of the view's columns
   * @param detail of the values, for example the size of a limit; empty if there is none
   * @param head with everything that distinguishes it from other columns
   * @param published whether its figures are not ours
   */
  record Column(
      List<String> values,
      String detail,
      String figure,
      String unit,
      String head,
      boolean published) {
    /** The same with its values as outputs show them. */
    Column with(List<String> shown) {
      return new Column(shown, detail, figure, unit, head, published);
    }
  }

  /**
   * A figure, or why there is none.
   *
   * @param text the value with its unit and marks, as all outputs show it; else FAILED or unsupp.
   * @param value null where it was not measured
   * @param low the interval's lower end; null where there is none
   * @param ratio to the reference's value in the same place; null without one
   * @param ofFirst as a multiple of its own value at the first place; null without one
   * @param source the published name of a published figure; empty for ours
   */
  record Entry(
      String text,
      @Nullable Double value,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Double ratio,
      @Nullable Double ofFirst,
      String source) {

    /** Half the interval's width: {@code ±3%}; empty without an interval. */
    String spread() {
      if (low == null || high == null) {
        return "";
      }
      double percent = 100 * (Math.sqrt(high / low) - 1);
      return percent >= 99.5 ? "±>99%" : "±%.0f%%".formatted(percent);
    }

    /** The ratios to others, the reference's first; empty without any. */
    String ratios() {
      return Stream.of(Optional.ofNullable(ratio), Optional.ofNullable(ofFirst))
          .flatMap(Optional::stream)
          // That of the reference itself, and of the first one.
          .filter(each -> each != 1)
          .map(each -> Figures.factor(each) + "×")
          .collect(Collectors.joining(", "));
    }

    /** All of it in few characters; intervals of speeds only. */
    String line(Column column) {
      String interval = column.figure.equals(CellScore.SPEED) ? " " + spread() : "";
      String ratios = ratios();
      return (text + interval).strip() + (ratios.isEmpty() ? "" : " (" + ratios + ")");
    }
  }
}
