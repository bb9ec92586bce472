package dev.storagebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.MissingResults.Missing;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.result.CellResult.Percentile;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.CellScore.Better;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.core.text.Figures;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final double NEARLY = 0.9;

  /**
   * A column of figures.
   *
   * @param values of the view's columns, as outputs show them
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
    /** The direction in which its figures are better. */
    Better better() {
      return Better.of(figure, unit);
    }
  }

  /**
   * By row, then by column: whether it is the best figure, or within 10 % of it. One round decides
   * nothing.
   */
  @JsonProperty
  List<List<Boolean>> leading() {
    return IntStream.range(0, rows.size())
        .mapToObj(
            row ->
                IntStream.range(0, columns.size())
                    .mapToObj(column -> isBest(row, column, NEARLY))
                    .toList())
        .toList();
  }

  /**
   * Whether no other candidate in the same place has a better speed, time or size, of which it has
   * at least this share, and all of them were measured in several rounds.
   */
  boolean isBest(int row, int column, double share) {
    Column head = columns.get(column);
    Entry own = ranked(row, column);
    List<Entry> rivals =
        IntStream.range(0, rows.size())
            .filter(other -> isRival(row, other))
            .mapToObj(other -> ranked(other, column))
            .filter(Objects::nonNull)
            .toList();
    return own != null
        && !head.published
        && head.better() != Better.NEITHER
        && own.rounds != 1
        && rivals.stream().noneMatch(each -> each.rounds == 1)
        && !rivals.stream().allMatch(each -> each.value.equals(own.value))
        && rivals.stream()
            .allMatch(
                each ->
                    head.better() == Better.LESS
                        ? each.value >= share * own.value
                        : own.value >= share * each.value);
  }

  /** Whether the rows differ in the candidate and in nothing else. */
  private boolean isRival(int row, int other) {
    return row != other
        && IntStream.range(0, dimensions.size())
            .allMatch(
                i ->
                    dimensions.get(i).equals(Dimensions.CANDIDATE)
                        != rows.get(row).get(i).equals(rows.get(other).get(i)));
  }

  /** The figure, unless it is not to be compared. */
  private @Nullable Entry ranked(int row, int column) {
    Entry entry = entries.get(row).get(column);
    return entry == null
            || entry.value == null
            || entry.value <= 0
            || entry.unranked()
            || rows.get(row).contains(Ranking.HARNESS)
        ? null
        : entry;
  }

  /**
   * A figure, or why there is none.
   *
   * @param text the value with its unit and marks, as all outputs show it; else why it is missing
   * @param value null where it was not measured
   * @param low the lower end of a speed's interval; null where there is none
   * @param rounds how many of them it rests on; 0 if that is not known
   * @param ratio to the reference's value in the same place; null without one
   * @param ofFirst as a multiple of its own value at the first place; null without one
   * @param missing why it was not measured; null where it was
   * @param source the published name of a published figure; empty for ours
   * @param unit of the value, which its text has; empty where it is missing
   */
  record Entry(
      String text,
      @Nullable Double value,
      @Nullable Double low,
      @Nullable Double high,
      int rounds,
      @Nullable Double ratio,
      @Nullable Double ofFirst,
      Set<Mark> marks,
      @Nullable Missing missing,
      String source,
      @JsonIgnore String unit) {

    static Entry of(CellScore score, Set<Mark> marks) {
      String text = score.shown() + Mark.signs(marks);
      // Text and page show no intervals but those of speeds.
      boolean isSpeed = score.figure().equals(CellScore.SPEED);
      Double low = isSpeed ? RunFacts.number(score.low()) : null;
      Double high = isSpeed ? RunFacts.number(score.high()) : null;
      int rounds = score.rounds().size();
      return new Entry(
          text, score.value(), low, high, rounds, null, null, marks, null, "", score.unit());
    }

    static Entry missing(Missing why) {
      return new Entry(why.toString(), null, null, null, 0, null, null, Set.of(), why, "", "");
    }

    static Entry published(double value, String unit, String source) {
      String text = unit.equals("B") ? Figures.decimalSize(value) : Figures.show(unit, value);
      return new Entry(text, value, null, null, 0, null, null, Set.of(), null, source, unit);
    }

    /** Copy with these ratios. */
    Entry with(@Nullable Double toReference, @Nullable Double toFirst) {
      return new Entry(
          text, value, low, high, rounds, toReference, toFirst, marks, missing, source, unit);
    }

    /** Whether it is to be measured, or is nothing. */
    static boolean isPending(@Nullable Entry entry) {
      return entry == null || entry.missing == Missing.PENDING;
    }

    /** Whether it is not compared with others. */
    @JsonProperty
    boolean unranked() {
      return marks.stream().anyMatch(Mark::isUnranked);
    }

    /** The factor to either end of the interval, less 1: {@code ±3%}; empty without an interval. */
    @JsonProperty
    String spread() {
      return low == null || high == null ? "" : Figures.spread(low, high);
    }

    /** The ratios to others, the reference's first; empty without any. */
    @JsonProperty
    String ratios() {
      return Stream.concat(Stream.ofNullable(ratio), Stream.ofNullable(ofFirst))
          // That of the reference itself, and of the first one.
          .filter(each -> each != 1)
          .map(each -> Figures.factor(each) + "×")
          .collect(Collectors.joining(", "));
    }

    /** All of it in few characters. */
    String line() {
      String ratios = ratios();
      return (text + " " + spread()).strip() + (ratios.isEmpty() ? "" : " (" + ratios + ")");
    }
  }
}
