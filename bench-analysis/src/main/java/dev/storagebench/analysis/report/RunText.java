package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.Note;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Markdown;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.text.TextTable.Head;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run as text, for a terminal and {@code summary.txt}, and as {@code summary.md} for an issue or
 * a pull request: its views as tables, the candidates relative to the best, the verdict, notes and
 * warnings.
 */
public record RunText(Analysis analysis, TextStyle style) {
  static final String SIMULTANEOUS =
      "Simultaneous 95 % intervals (corrected for multiple comparisons)";

  private static final String SIGNS = "? undecided, n.s. not significant";
  private static final String INVALID = "These figures are not valid: ";
  private static final int MAX_NOTES = 4;
  private static final int MAX_SENTENCES = 6;

  /** All of it, for a file. */
  public String whole() {
    StringBuilder text = new StringBuilder(tables(true)).append(System.lineSeparator());
    notes().forEach(each -> text.append(style.line(each.text())));
    analysis.warnings().forEach(each -> text.append(line(each)));
    text.append(System.lineSeparator()).append(heading());
    answers(FindingText::paragraph).forEach(each -> text.append(style.line(each)));
    return text.toString();
  }

  /** The tables for a terminal, where intervals stand in one of them. */
  public String tables() {
    return tables(ranking().isEmpty());
  }

  private String tables(boolean spreads) {
    Manifest run = analysis.run();
    StringBuilder text = new StringBuilder(invalid());
    if (run.suite() != null) {
      text.append(style.line(run.suite().title()));
    }
    text.append(style.line(RunFacts.conditions(analysis.dimensions())));
    for (ViewTable table : Pivot.whole(DefaultViews.text(run), analysis.dimensions())) {
      text.append(System.lineSeparator()).append(style.line(table.title()));
      text.append(table(table, spreads).render(style));
      if (!table.about().isEmpty()) {
        text.append(style.line(table.about()));
      }
    }
    text.append(ranking());
    return text.toString();
  }

  private List<Note> notes() {
    return analysis.notes();
  }

  /** The scores so far, with a place for those of its candidates to come. */
  public static String interim(Manifest run, TextStyle style) {
    return Pivot.whole(DefaultViews.view("speeds"), new Dimensions(run))
        .map(view -> table(view, false).render(style))
        .orElse("");
  }

  /** The verdict, a line each, and the most important notes: the last on a terminal. */
  public String verdict() {
    StringBuilder text = new StringBuilder(invalid()).append(heading());
    answers(FindingText::line).forEach(each -> text.append(style.line(each)));
    // Those of the machine stood above the first measurement.
    List<Warning> warnings = new ArrayList<>(analysis.warnings());
    warnings.removeAll(RunWarnings.ofMachine(analysis.run()));
    warnings.forEach(each -> text.append(line(each)));
    notes().stream().limit(MAX_NOTES).forEach(each -> text.append(style.line(each.text())));
    int more = notes().size() - MAX_NOTES;
    if (more > 0) {
      text.append(
          style.line(
              "%d more %s, and what contradicts a choice: summary.txt"
                  .formatted(more, more == 1 ? "note" : "notes")));
    }
    return text.toString();
  }

  private String heading() {
    return style.line(
        "Verdict"
            + (analysis.given().isEmpty() ? "" : " for " + analysis.given())
            + (analysis.isVoid() ? ": void" : ""));
  }

  private List<String> answers(Function<FindingText, String> words) {
    List<String> lines = new ArrayList<>();
    for (FindingText.Section section : FindingText.of(analysis)) {
      if (!section.title().isEmpty()) {
        lines.add(section.title() + ":");
      }
      section.answers().forEach(each -> lines.add(words.apply(each)));
    }
    return lines;
  }

  private String invalid() {
    return analysis.invalid().stream()
        .map(each -> style.line(new TextStyle.Entry(INVALID + each.text(), Tone.BAD)))
        .collect(Collectors.joining());
  }

  private String line(Warning warning) {
    return style.line(new TextStyle.Entry(warning.text(), warning.tone()));
  }

  /** Renders it as Markdown. */
  public static String markdown(Analysis analysis) {
    Manifest run = analysis.run();
    Markdown text = new Markdown();
    if (run.suite() != null) {
      text.line("### %s\n", run.suite().title());
    }
    text.line("%s\n", RunFacts.conditions(analysis.dimensions()));
    if (run.suite() != null && !run.suite().scale().isEmpty()) {
      text.line("Published scale: %s\n", run.suite().scale());
    }
    text.add(verdict(analysis)).line("");
    Pivot.whole(DefaultViews.text(run), analysis.dimensions())
        .forEach(table -> section(text, table.title(), table(table, true)));
    if (!analysis.ranking().tables().isEmpty()) {
      section(text, "Speed relative to the best", ranking(analysis, true));
      text.line("%s; times by their inverse; %s.", SIMULTANEOUS, SIGNS);
    }
    if (!analysis.warnings().isEmpty()) {
      text.line("\nWarnings:\n");
      analysis.warnings().forEach(each -> text.line("- %s", each.text()));
    }
    return text.line(
            "\nReproduce with: %s",
            Markdown.code("java -jar benchmarks.jar " + Shell.quoted(run.command())))
        .toString();
  }

  /** The verdict as a list in Markdown, below what voids it, and above the notes. */
  static Markdown verdict(Analysis analysis) {
    Markdown text = new Markdown();
    analysis.invalid().forEach(each -> text.line("**%s**\n", INVALID + each.text()));
    List<FindingText.Section> sections = FindingText.of(analysis);
    if (isFolded(analysis)) {
      sections.forEach(each -> list(text, each, false));
      text.line("\n<details><summary>In sentences, with the reasons</summary>\n");
    }
    sections.forEach(each -> list(text, each, true));
    if (isFolded(analysis)) {
      text.line("\n</details>");
    }
    text.line("");
    analysis.notes().forEach(each -> text.line("- %s", each.text()));
    return text;
  }

  /** Whether the choices stand alone, and the sentences with their reasons are folded below. */
  static boolean isFolded(Analysis analysis) {
    return analysis.findings().count() > MAX_SENTENCES;
  }

  private static void list(Markdown text, FindingText.Section section, boolean reasons) {
    if (!section.title().isEmpty()) {
      text.line("\n**%s**\n", section.title());
    }
    for (FindingText each : section.answers()) {
      text.line(
          each.decided() ? "- %s: **%s**. %s" : "- %s: %s. %s",
          each.need(),
          each.choice(),
          reasons ? String.join(" ", each.reasons()) : "");
    }
  }

  private static void section(Markdown text, String title, TextTable table) {
    text.line("#### %s\n", title).table(table).line("");
  }

  /** The candidates relative to the best; empty without intervals. */
  private String ranking() {
    TextTable table = ranking(analysis, false);
    return table.isEmpty()
        ? ""
        : System.lineSeparator()
            + style.line(
                "Speed relative to the best (times by their inverse), with simultaneous 95 %% intervals; %s"
                    .formatted(SIGNS))
            + table.render(style);
  }

  /**
   * A row for each workload, a column for each candidate.
   *
   * @param once whether rows of one round, which have no intervals, are in it
   */
  private static TextTable ranking(Analysis analysis, boolean once) {
    Map<String, List<Ratio>> rows = new LinkedHashMap<>();
    Measure.shortNames(analysis.ranking().tables().keySet())
        .forEach((measure, name) -> rows.put(name, analysis.ranking().tables().get(measure)));
    rows.values()
        .removeIf(
            ratios -> !once && ratios.stream().allMatch(each -> each.isBest() || each.isAlone()));
    List<Ratio> all = rows.values().stream().flatMap(List::stream).toList();
    List<String> candidates = new ArrayList<>(analysis.dimensions().values(Dimensions.CANDIDATE));
    candidates.removeIf(name -> all.stream().noneMatch(each -> each.name().equals(name)));
    TextTable table =
        new TextTable(
            1, Stream.concat(Stream.of("x best"), candidates.stream()).map(Head::words).toList());
    rows.forEach(
        (name, ratios) -> {
          Map<String, TextStyle.Entry> row = new LinkedHashMap<>();
          candidates.forEach(each -> row.put(each, TextStyle.Entry.of("-")));
          ratios.forEach(
              each ->
                  row.put(each.name(), new TextStyle.Entry(multiple(each), verdict(each).tone())));
          table.row(
              Stream.concat(Stream.of(TextStyle.Entry.of(name)), row.values().stream()).toList());
        });
    return table;
  }

  private static String multiple(Ratio ratio) {
    String factor = Figures.factor(ratio.ratio());
    String interval = " (%s)".formatted(Figures.interval(ratio.low(), ratio.high()));
    return switch (ratio.verdict()) {
      case BEST -> factor;
      case FASTER, SLOWER -> factor + interval;
      case NO_DIFFERENCE_SHOWN -> factor + interval + " n.s.";
      case UNDECIDED -> factor + interval + " ?";
      case TOO_FEW_ROUNDS -> factor + " (one round)";
      case WEAKENED -> factor + Mark.WEAKENED + interval;
    };
  }

  /** The verdict in a word or two, in its color. */
  static TextStyle.Entry verdict(Ratio ratio) {
    return new TextStyle.Entry(
        ratio.verdict().toString(),
        switch (ratio.verdict()) {
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
      // No row until it is measured.
      if (!view.entries().get(i).stream().allMatch(Entry::isPending)) {
        table.row(row);
      }
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
        entry.missing() != null
            ? entry.missing().tone()
            : ranked && view.isBest(row, column, 1) ? Tone.GOOD : null);
  }
}
