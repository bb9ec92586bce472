package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Conclusion;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Markdown;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.text.TextTable.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run as text, for a terminal and {@code summary.txt}, and as {@code summary.md} for an issue or
 * a pull request: its views as tables, the candidates relative to the best, notes and warnings.
 */
public final class RunText {
  static final String SIMULTANEOUS =
      "Simultaneous 95 % intervals (corrected for multiple comparisons)";

  private static final String VERDICT = "Verdict";

  private RunText() {}

  /** Plain text; the best figures, failures and warnings in color. */
  public static String render(Manifest run, TextStyle style) {
    StringBuilder text = new StringBuilder();
    invalid(text, Conclusion.of(run), style);
    if (run.suite() != null) {
      text.append(style.line(run.suite().title()));
    }
    text.append(style.line(RunFacts.conditions(run)));
    for (ViewTable table : Pivot.whole(DefaultViews.text(run), run).values()) {
      text.append(System.lineSeparator()).append(style.line(table.title()));
      text.append(table(table, true).render(style));
      if (!table.about().isEmpty()) {
        text.append(style.line(table.about()));
      }
    }
    text.append(ranking(Ranking.of(RunFacts.inPlanOrder(run)), style));
    text.append(System.lineSeparator());
    MissingResults.notes(run).forEach(note -> text.append(style.line(note)));
    return text.toString();
  }

  /** The scores so far, with a place for those to come. */
  public static String interim(Manifest run, TextStyle style) {
    return Pivot.whole(DefaultViews.view("speeds"), new Dimensions(run))
        .map(view -> table(view, false).render(style))
        .orElse("");
  }

  /** The verdict in words, the last on a terminal. */
  public static String verdict(Manifest run, TextStyle style) {
    StringBuilder text = new StringBuilder();
    Conclusion conclusion = Conclusion.of(run);
    invalid(text, conclusion, style);
    text.append(
        style.line(
            VERDICT
                + (conclusion.given().isEmpty() ? "" : " for " + conclusion.given())
                + (conclusion.invalid().isEmpty() ? "" : ": void")));
    conclusion.paragraphs().forEach(each -> text.append(style.line(each)));
    return text.toString();
  }

  private static void invalid(StringBuilder text, Conclusion conclusion, TextStyle style) {
    for (String each : conclusion.invalid()) {
      text.append(style.line(new TextStyle.Entry(Conclusion.INVALID + each, Tone.BAD)));
    }
  }

  /** As Markdown. */
  public static String markdown(Manifest run) {
    Markdown text = new Markdown();
    if (run.suite() != null) {
      text.line("### %s\n", run.suite().title());
    }
    text.line("%s\n", RunFacts.conditions(run));
    if (run.suite() != null && !run.suite().scale().isEmpty()) {
      text.line("Published scale: %s\n", run.suite().scale());
    }
    text.add(Conclusion.of(run).markdown()).line("");
    Pivot.whole(DefaultViews.text(run), run)
        .values()
        .forEach(table -> section(text, table.title(), table(table, true)));
    Ranking ranking = Ranking.of(RunFacts.inPlanOrder(run));
    Map<Measure, List<Ratio>> tables = ranking.tables();
    Map<Measure, String> names = new Dimensions(run).labelledNames(tables.keySet());
    tables.forEach(
        (measure, ratios) ->
            section(
                text,
                names.getOrDefault(measure, ""),
                table(ratios, ranking.scores().getOrDefault(measure, Map.of()))));
    if (!tables.isEmpty()) {
      text.line("%s; times are compared by their inverse.", SIMULTANEOUS);
    }
    List<TextStyle.Entry> notes = MissingResults.notes(run);
    if (!notes.isEmpty()) {
      text.line("\nNotes and warnings:\n");
      notes.forEach(each -> text.line("- %s", each.text()));
    }
    return text.line(
            "\nReproduce with: %s",
            Markdown.code("java -jar benchmarks.jar " + shell(run.command())))
        .toString();
  }

  /** Words quoted for a shell. */
  public static String shell(List<String> words) {
    return words.stream()
        .map(
            word -> word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  private static void section(Markdown text, String title, TextTable table) {
    text.line("#### %s\n", title).table(table).line("");
  }

  private static TextTable table(List<Ratio> ratios, Map<String, CellScore> scores) {
    TextTable table =
        TextTable.of(1, "candidate", ">score", ">x best", "95 % interval", ">rounds", "verdict");
    for (Ratio ratio : ratios) {
      CellScore score = scores.get(ratio.name());
      table.row(
          ratio.name(),
          score == null ? "-" : Figures.show(score.unit(), score.value()),
          Figures.factor(ratio.ratio()),
          Figures.interval(ratio.low(), ratio.high()),
          Integer.toString(ratio.rounds()),
          ratio.verdict().toString());
    }
    return table;
  }

  /** The candidates relative to the best; empty where nothing can be compared. */
  private static String ranking(Ranking ranking, TextStyle style) {
    TextTable table = TextTable.of(2, "workload", "candidate", ">x best", "interval", "verdict");
    boolean some = false;
    for (Map.Entry<Measure, String> measure :
        Measure.shortNames(ranking.tables().keySet()).entrySet()) {
      List<Ratio> ratios = ranking.tables().getOrDefault(measure.getKey(), List.of());
      // After one round there is nothing to add to the views.
      if (ratios.stream()
          .anyMatch(each -> !each.isBest() && each.verdict() != Verdict.TOO_FEW_ROUNDS)) {
        rows(table, measure.getValue(), ratios);
        some = true;
      }
    }
    rows(table, "geometric mean of op/s", some ? ranking.overall() : List.of());
    return some
        ? "%nspeed relative to the best, with 95 %% intervals%n%s%s"
            .formatted(
                table.render(style),
                style.line(
                    SIMULTANEOUS
                        + (table.has("n.s.")
                            ? ". n.s.: not significant (the interval contains 1 and excludes a factor of 1.5)"
                            : "")
                        + ". To resolve a few percent, use --rounds 10 or --until 5%."))
        : "";
  }

  private static void rows(TextTable table, String measure, List<Ratio> ratios) {
    for (Ratio ratio : ratios) {
      table.row(
          List.of(
              TextStyle.Entry.of(ratio.isBest() ? measure : ""),
              TextStyle.Entry.of(ratio.name()),
              TextStyle.Entry.of(Figures.factor(ratio.ratio())),
              TextStyle.Entry.of(
                  ratio.isBest()
                      ? ratio.rounds() + " rounds"
                      : Figures.interval(ratio.low(), ratio.high())),
              verdict(ratio)));
    }
  }

  /** The verdict in a word or two, in its color. */
  static TextStyle.Entry verdict(Ratio ratio) {
    Verdict verdict = ratio.verdict();
    return new TextStyle.Entry(
        verdict.toString().replace("no difference shown", "n.s."),
        switch (verdict) {
          case BEST, FASTER -> Tone.GOOD;
          case SLOWER -> Tone.BAD;
          case TOO_FEW_ROUNDS, UNDECIDED, WEAKENED -> Tone.DOUBT;
          case NO_DIFFERENCE_SHOWN -> null;
        });
  }

  private static TextTable table(ViewTable view, boolean spreads) {
    List<Head> heads = new ArrayList<>(view.dimensions().stream().map(Head::words).toList());
    view.columns().forEach(column -> heads.add(Head.figures(column.head())));
    TextTable table = new TextTable(view.dimensions().size(), heads);
    for (int i = 0; i < view.rows().size(); i++) {
      List<TextStyle.Entry> row =
          new ArrayList<>(view.rows().get(i).stream().map(TextStyle.Entry::of).toList());
      for (int j = 0; j < view.columns().size(); j++) {
        row.add(entry(view, i, j, spreads));
      }
      table.row(row);
    }
    return table;
  }

  private static TextStyle.Entry entry(ViewTable view, int row, int column, boolean spreads) {
    Entry entry = view.entries().get(row).get(column);
    if (entry == null) {
      return TextStyle.Entry.of(MissingResults.NONE);
    }
    Column head = view.columns().get(column);
    boolean ranked = CellScore.isTime(head.figure()) || head.figure().equals(CellScore.SPEED);
    return new TextStyle.Entry(
        spreads ? entry.line(head) : entry.text(),
        entry.value() == null
            ? MissingResults.tone(entry.text())
            : ranked && view.isBest(row, column, 1) ? Tone.GOOD : null);
  }
}
