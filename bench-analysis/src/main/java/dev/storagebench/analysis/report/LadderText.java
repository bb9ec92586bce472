package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Ladder;
import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.StepSearch;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The releases of an engine in their order, and the steps between them, for a terminal. */
public final class LadderText {
  private LadderText() {}

  /** A table for all measures, then a sentence for each step. */
  public static String of(Ladder ladder, TextStyle style) {
    TextTable table =
        TextTable.of(
            2, "workload", "release", ">speed", ">x the one before", "interval", "verdict");
    Map<Measure, String> names = Measure.shortNames(ladder.speeds().keySet());
    Map<Measure, List<Ratio>> steps = ladder.steps();
    names.forEach(
        (measure, name) -> {
          List<Series> releases = ladder.speeds().get(measure);
          for (int i = 0; i < releases.size(); i++) {
            Ratio step = i == 0 ? null : steps.get(measure).get(i - 1);
            table.row(row(i == 0 ? name : "", measure, releases.get(i), step));
          }
        });
    Document text = new Document().table(table);
    sentences(ladder).forEach(text::line);
    return text.line(RunText.SIMULTANEOUS + ".").text(style);
  }

  /** A sentence for each step, or that there is none. */
  static List<String> sentences(Ladder ladder) {
    Map<Measure, List<Ratio>> all = ladder.steps();
    List<String> sentences = new ArrayList<>();
    Measure.shortNames(all.keySet())
        .forEach(
            (measure, name) -> {
              List<Ratio> steps = all.get(measure);
              for (int i = 0; i < steps.size(); i++) {
                if (isStep(steps.get(i))) {
                  String before = ladder.speeds().get(measure).get(i).name();
                  sentences.add(name + ": " + sentence(before, steps.get(i)));
                }
              }
            });
    return sentences.isEmpty()
        ? List.of("No step is shown: no interval between two releases excludes 1.")
        : sentences;
  }

  private static List<Entry> row(
      String name, Measure measure, Series release, @Nullable Ratio step) {
    double speed = release.geometricMean();
    return List.of(
        Entry.of(name),
        Entry.of(release.name()),
        Entry.of(measure.isTime() ? Figures.micros(1 / speed) : Figures.rate(speed)),
        Entry.of(step == null ? "" : Figures.factor(step.ratio())),
        Entry.of(step == null ? "" : Figures.interval(step.low(), step.high())),
        new Entry(
            step == null ? "" : step.verdict().toString(),
            step != null && isStep(step) ? Tone.DOUBT : null));
  }

  /** Renders what a search has found. */
  public static String of(List<String> releases, StepSearch search) {
    if (releases.size() < 2) {
      return "Nothing to search: fewer than two of the releases can run here.";
    }
    String low = releases.get(search.low());
    String high = releases.get(search.high());
    if (search.step().isPresent()) {
      return sentence(low, search.step().get());
    }
    boolean whole = search.high() - search.low() == releases.size() - 1;
    String found =
        !search.next().isEmpty()
            ? "The search between %s and %s ended before it was decided: give it more --rounds."
            : whole
                ? "%s and %s do not differ significantly: there is no step to search for."
                : "The step lies between %s and %s; it was not narrowed to one release.";
    return found.formatted(low, high);
  }

  private static String sentence(String before, Ratio step) {
    return "%s %s.".formatted(step.name(), step.text(before));
  }

  private static boolean isStep(Ratio step) {
    return step.verdict() == Verdict.FASTER || step.verdict() == Verdict.SLOWER;
  }
}
