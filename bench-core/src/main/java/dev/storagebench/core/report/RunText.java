package dev.storagebench.core.report;

import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.compare.Scores;
import dev.storagebench.core.report.TextStyle.Tone;
import dev.storagebench.core.report.TextTable.Head;
import dev.storagebench.core.report.ViewTable.Column;
import dev.storagebench.core.report.ViewTable.Entry;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.suite.SuiteInfo;
import dev.storagebench.core.suite.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run as text for a terminal and for {@code summary.txt}: its views as tables, the candidates
 * relative to the best, and what one has to know to read them.
 */
public final class RunText {

  private RunText() {}

  /** The whole text; the best figures, failures and warnings in color. */
  public static String render(Manifest run, TextStyle ink) {
    StringBuilder text = new StringBuilder();
    SuiteInfo suite = run.suite();
    if (suite != null) {
      line(text, wrapped(suite.title(), " "));
    }
    line(text, wrapped(RunFacts.conditions(run), ", "));
    for (View view : DefaultViews.text(run)) {
      Pivot.whole(view, run).ifPresent(table -> append(text, table, ink));
    }
    String ranking = RatioText.ranking(Ranking.of(RunFacts.inPlanOrder(run)), ink);
    if (!ranking.isEmpty()) {
      line(text, "");
      text.append(ranking);
    }
    line(text, "");
    MissingResults.notes(run, ink).forEach(note -> line(text, note));
    return text.toString();
  }

  private static void append(StringBuilder text, ViewTable view, TextStyle ink) {
    if (view.columns().isEmpty()) {
      return;
    }
    line(text, "");
    line(text, wrapped(view.title(), " "));
    List<Head> heads = new ArrayList<>();
    view.dimensions().forEach(name -> heads.add(Head.words(name)));
    view.columns().forEach(column -> heads.add(Head.figures(column.head())));
    TextTable table = new TextTable(view.dimensions().size(), heads);
    for (int i = 0; i < view.rows().size(); i++) {
      List<TextTable.Entry> row = new ArrayList<>();
      view.rows().get(i).forEach(value -> row.add(TextTable.Entry.of(value)));
      for (int j = 0; j < view.columns().size(); j++) {
        row.add(entry(view, i, j));
      }
      table.row(row);
    }
    text.append(table.render(ink));
    if (!view.about().isEmpty()) {
      line(text, wrapped(view.about(), " "));
    }
  }

  private static TextTable.Entry entry(ViewTable view, int row, int column) {
    Entry entry = view.entries().get(row).get(column);
    if (entry == null) {
      return TextTable.Entry.of("-");
    }
    return new TextTable.Entry(
        entry.line(view.columns().get(column)),
        entry.value() == null
            ? MissingResults.tone(entry.text())
            : isBest(view, entry, row, column) ? Tone.GOOD : null);
  }

  /** Whether no other candidate of the same place has a better speed or time. */
  private static boolean isBest(ViewTable view, Entry entry, int row, int column) {
    Column head = view.columns().get(column);
    int candidate = view.dimensions().indexOf(Dimensions.CANDIDATE);
    boolean time = CellScore.isTime(head.figure());
    if (head.published()
        || candidate < 0
        || !(time || head.figure().equals(CellScore.SPEED))
        || isUnranked(view, entry, row)) {
      return false;
    }
    List<Double> rivals =
        IntStream.range(0, view.rows().size())
            .filter(other -> without(view, other, candidate).equals(without(view, row, candidate)))
            .mapToObj(
                other -> {
                  Entry one = view.entries().get(other).get(column);
                  return one == null || isUnranked(view, one, other) ? null : one.value();
                })
            .filter(value -> value != null)
            .sorted(time ? Comparator.naturalOrder() : Comparator.reverseOrder())
            .toList();
    return rivals.size() > 1 && rivals.get(0).equals(entry.value());
  }

  private static boolean isUnranked(ViewTable view, Entry entry, int row) {
    return entry.text().contains(MissingResults.WEAKENED)
        || view.rows().get(row).contains(Scores.HARNESS);
  }

  private static List<String> without(ViewTable view, int row, int dimension) {
    List<String> values = new ArrayList<>(view.rows().get(row));
    values.remove(dimension);
    return values;
  }

  /** In lines of no more columns than a table, if its parts are so short. */
  private static String wrapped(String words, String between) {
    StringBuilder text = new StringBuilder();
    int length = 0;
    for (String part : words.split("(?<=" + between + ")", -1)) {
      if (length > 0 && length + part.stripTrailing().length() > TextTable.COLUMNS) {
        text.setLength(text.length() - 1);
        text.append(System.lineSeparator());
        length = 0;
      }
      text.append(part);
      length += part.length();
    }
    return text.toString();
  }

  private static void line(StringBuilder text, @Nullable String line) {
    text.append(line).append(System.lineSeparator());
  }
}
