package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.conclusion.MissingResults;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.conclusion.RunWarnings;
import dev.storagebench.analysis.report.ViewTable.Column;
import dev.storagebench.analysis.report.ViewTable.Entry;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.text.TextTable.Head;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
  private static final int MAX_NOTES = 4;

  /** All of it, for files. */
  public static Document of(Analysis analysis) {
    Manifest run = analysis.run();
    Document text = head(analysis);
    if (!run.info().scale().isEmpty()) {
      text.line("Published scale: " + run.info().scale());
    }
    verdict(analysis, text.heading(heading(analysis)));
    tables(analysis, text, true);
    if (!analysis.warnings().isEmpty()) {
      text.heading("Warnings");
      analysis.warnings().forEach(each -> text.item(each.text(), each.tone()));
    }
    return text.command("Reproduce with:", Shell.program(run.command()));
  }

  private static Document head(Analysis analysis) {
    Manifest run = analysis.run();
    Document text = invalid(analysis);
    if (run.suite() != null) {
      text.line(run.suite().title());
    }
    return text.line(RunFacts.conditions(analysis.dimensions()));
  }

  private static Document invalid(Analysis analysis) {
    Document text = new Document();
    analysis.invalid().forEach(each -> text.alarm("These figures are not valid: " + each.text()));
    return text;
  }

  /**
   * Adds the tables.
   *
   * @param whole whether all of them have intervals, and rows of one round are ranked as well
   */
  private static void tables(Analysis analysis, Document text, boolean whole) {
    TextTable ranking = ranking(analysis, whole);
    for (ViewTable table : Pivot.whole(DefaultViews.text(analysis.run()), analysis.dimensions())) {
      text.heading(table.title()).table(table(table, whole || ranking.isEmpty()));
      if (!table.about().isEmpty()) {
        text.line(table.about());
      }
    }
    if (!ranking.isEmpty()) {
      text.heading("Speed relative to the best").table(ranking);
      text.line("%s; times by their inverse; %s.".formatted(SIMULTANEOUS, SIGNS));
    }
  }

  /** The tables for a terminal, where intervals stand in one of them. */
  public String tables() {
    Document text = head(analysis);
    tables(analysis, text, false);
    return text.text(style);
  }

  /** The scores so far, with a place for those of its candidates to come. */
  public static String interim(Manifest run, TextStyle style) {
    return Pivot.whole(DefaultViews.view("speeds"), new Dimensions(run))
        .map(view -> table(view, false).render(style))
        .orElse("");
  }

  /** The verdict, a line each, and the most important notes: the last on a terminal. */
  public String verdict() {
    Document text = invalid(analysis).line(heading(analysis));
    answers(analysis, text, each -> text.line(each.line()));
    // Those of the machine stood above the first measurement.
    List<Warning> machine = RunWarnings.ofMachine(analysis.run());
    analysis.warnings().stream()
        .filter(each -> !machine.contains(each))
        .forEach(each -> text.line(each.text(), each.tone()));
    analysis.notes().stream().limit(MAX_NOTES).forEach(each -> text.line(each.text()));
    int more = analysis.notes().size() - MAX_NOTES;
    if (more > 0) {
      text.line(
          "%d more %s, and what contradicts a choice: summary.txt"
              .formatted(more, more == 1 ? "note" : "notes"));
    }
    return text.text(style);
  }

  private static String heading(Analysis analysis) {
    return "Verdict"
        + (analysis.given().isEmpty() ? "" : " for " + analysis.given())
        + (analysis.isVoid() ? ": void" : "");
  }

  /** The verdict with its reasons and the notes, below what voids it, in Markdown. */
  static String verdict(Analysis analysis) {
    Document text = invalid(analysis);
    verdict(analysis, text);
    return text.markdown();
  }

  private static void verdict(Analysis analysis, Document text) {
    answers(analysis, text, text::item);
    text.question("How to read the figures");
    analysis.notes().forEach(each -> text.item(each.text()));
  }

  /** Adds all answers below the questions of the suite. */
  private static void answers(Analysis analysis, Document text, Consumer<FindingText> adds) {
    String section = "";
    for (FindingText each : FindingText.of(analysis)) {
      if (!each.section().equals(section)) {
        section = each.section();
        text.question(section);
      }
      adds.accept(each);
    }
  }

  /**
   * A row for each workload, a column for each candidate.
   *
   * @param once whether rows of one round, which have no intervals, are in it
   */
  private static TextTable ranking(Analysis analysis, boolean once) {
    Map<String, List<Ratio>> rows = new LinkedHashMap<>();
    Map<String, String> loads = RunFacts.loads(analysis.run());
    Measure.shortNames(analysis.ranking().tables().keySet())
        .forEach(
            (measure, name) -> {
              String own = loads.get(measure.workload());
              rows.put(
                  own == null ? name : name + ", durability " + own,
                  analysis.ranking().tables().get(measure));
            });
    List<List<Ratio>> known = new ArrayList<>(rows.values());
    known.removeIf(ratios -> ratios.stream().allMatch(each -> each.isBest() || each.isAlone()));
    if (!once || known.isEmpty()) {
      rows.values().retainAll(known);
    }
    List<Ratio> all = rows.values().stream().flatMap(List::stream).toList();
    List<String> candidates = new ArrayList<>(analysis.dimensions().values(Dimensions.CANDIDATE));
    candidates.removeIf(name -> all.stream().noneMatch(each -> each.name().equals(name)));
    TextTable table =
        new TextTable(
            1, Stream.concat(Stream.of("× best"), candidates.stream()).map(Head::words).toList());
    rows.forEach(
        (name, ratios) -> {
          Map<String, TextStyle.Entry> row = new LinkedHashMap<>();
          candidates.forEach(each -> row.put(each, TextStyle.Entry.of("-")));
          boolean open = ratios.stream().anyMatch(Ratio::isAlone);
          ratios.forEach(
              each -> {
                Tone tone = open && each.isBest() ? null : each.verdict().tone();
                row.put(each.name(), new TextStyle.Entry(multiple(each), tone));
              });
          table.row(
              Stream.concat(Stream.of(TextStyle.Entry.of(name)), row.values().stream()).toList());
        });
    return table;
  }

  private static String multiple(Ratio ratio) {
    String factor = Figures.factor(ratio.ratio());
    String interval =
        ratio.rounds() < 2 ? "one round" : Figures.interval(ratio.low(), ratio.high());
    return switch (ratio.verdict()) {
      case BEST -> factor;
      case FASTER, SLOWER, TOO_FEW_ROUNDS -> "%s (%s)".formatted(factor, interval);
      case NO_DIFFERENCE_SHOWN -> "%s (%s) n.s.".formatted(factor, interval);
      case UNDECIDED -> "%s (%s) ?".formatted(factor, interval);
      case WEAKENED -> "%s%s (%s)".formatted(factor, Mark.WEAKENED, interval);
    };
  }

  /** The verdict in a word or two, in its color. */
  static TextStyle.Entry verdict(Ratio ratio) {
    return new TextStyle.Entry(ratio.verdict().toString(), ratio.verdict().tone());
  }

  private static TextTable table(ViewTable view, boolean spreads) {
    List<Head> heads = new ArrayList<>(view.dimensions().stream().map(Head::words).toList());
    // No column and no row until it is measured.
    List<Integer> columns =
        IntStream.range(0, view.columns().size())
            .filter(j -> !view.entries().stream().allMatch(row -> Entry.isPending(row.get(j))))
            .boxed()
            .toList();
    columns.forEach(column -> heads.add(Head.figures(view.columns().get(column).head())));
    TextTable table = new TextTable(view.dimensions().size(), heads);
    for (int i = 0; i < view.rows().size(); i++) {
      List<TextStyle.Entry> row =
          new ArrayList<>(view.rows().get(i).stream().map(TextStyle.Entry::of).toList());
      for (int j : columns) {
        row.add(entry(view, i, j, spreads));
      }
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
        spreads ? entry.line() : entry.text(),
        entry.missing() != null
            ? entry.missing().tone()
            : ranked && view.isBest(row, column, 1) ? Tone.GOOD : null);
  }
}
