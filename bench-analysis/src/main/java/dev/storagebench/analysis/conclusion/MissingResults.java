package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a figure is missing or marked: failed and unsupported cells, settings that are stronger or
 * weaker than requested.
 */
public final class MissingResults {
  /** The mark of figures measured with weaker settings than requested. */
  public static final String WEAKENED = "†";

  private static final String FAILED = "FAILED";
  private static final String UNSUPPORTED = "unsupp.";
  private static final String PENDING = "pending";

  /** In place of a figure that does not exist. */
  public static final String NONE = "–";

  private static final String STRONGER = "*";
  private static final String INCOMPLETE = "!";
  private static final String RISING = "↑";
  private static final String BURST = "°";

  private MissingResults() {}

  /** The text in place of a missing figure; a measured cell may not have it. */
  public static String mark(List<CellResult> rounds) {
    return rounds.stream().anyMatch(each -> each.status() == Status.FAILED)
        ? FAILED
        : rounds.stream().anyMatch(each -> each.status() == Status.UNSUPPORTED)
            ? UNSUPPORTED
            : rounds.isEmpty() ? PENDING : NONE;
  }

  /** The color of such a text; none for what is not measured yet, or never. */
  public static @Nullable Tone tone(String mark) {
    return mark.equals(FAILED) ? Tone.BAD : mark.equals(UNSUPPORTED) ? Tone.DOUBT : null;
  }

  /**
   * The marks behind a figure: {@code *} stronger, {@code †} weaker, {@code !} incomplete, {@code
   * ↑} still rising, {@code °} a burst of writes.
   */
  public static String marks(String figure, List<CellResult> rounds) {
    if (CellScore.isOfStore(figure)) {
      return "";
    }
    boolean failed = rounds.stream().anyMatch(each -> each.status() == Status.FAILED);
    boolean late = rounds.stream().anyMatch(CellScore::isLate);
    boolean speed = figure.equals(CellScore.SPEED);
    return (speed && rounds.stream().anyMatch(each -> !stronger(each).isEmpty()) ? STRONGER : "")
        + (rounds.stream().anyMatch(CellScore::isWeakened) ? WEAKENED : "")
        + (failed || (late && figure.equals(CellScore.ACHIEVED)) ? INCOMPLETE : "")
        + ((speed || CellScore.isTime(figure)) && CellScore.stillRises(rounds) ? RISING : "")
        + (speed && rounds.stream().anyMatch(OverTime::isBurst) ? BURST : "");
  }

  /** Whether such a figure is not compared with others: weaker settings, or a burst. */
  public static boolean isUnranked(String marked) {
    return marked.contains(WEAKENED) || marked.contains(BURST);
  }

  private static List<AppliedSetting> stronger(CellResult result) {
    return result.cell().writes()
        ? settings(result, Role.REPLACED).filter(each -> each.name().equals("durability")).toList()
        : List.of();
  }

  private static Stream<AppliedSetting> settings(CellResult result, Role role) {
    return result.reported().settings().stream().filter(each -> each.role() == role);
  }

  /** Notes on the figures: harness overhead and the meaning of marks. */
  public static List<String> remarks(Manifest run) {
    List<String> remarks = new ArrayList<>(harness(run));
    remarks.addAll(warmUps(run));
    remarks.addAll(OverTime.lines(run));
    Set<String> marks = new TreeSet<>();
    for (CellResult each : run.results()) {
      stronger(each)
          .forEach(
              one ->
                  marks.add(note(each, one, STRONGER + " %s provides stronger %s than requested")));
      if (CellScore.isWeakened(each)) {
        settings(each, Role.WEAKENED)
            .forEach(
                one ->
                    marks.add(
                        note(each, one, WEAKENED + " %s: weaker %s than requested, not ranked")));
      }
    }
    run.byCell()
        .forEach(
            (cell, rounds) ->
                CellScore.missedWrites(rounds)
                    .ifPresent(
                        least ->
                            marks.add(
                                WEAKENED
                                    + " %s: only %s writes a second, not ranked"
                                        .formatted(RunFacts.name(cell), Figures.rate(least)))));
    remarks.addAll(marks);
    if (run.results().stream().anyMatch(OverTime::isBurst)) {
      remarks.add(
          BURST + " a burst of writes: too few have reached the disk to call the rate sustained");
    }
    String rising =
        run.byCell().entrySet().stream()
            .filter(each -> CellScore.stillRises(each.getValue()))
            .map(each -> RunFacts.name(each.getKey()))
            .collect(Collectors.joining("; "));
    if (!rising.isEmpty()) {
      remarks.add(RISING + " still became faster while measured (--steady-within): " + rising);
    }
    return remarks;
  }

  /** How long the candidates ran until their throughput no longer rose. */
  private static List<String> warmUps(Manifest run) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (CellResult each : RunFacts.inPlanOrder(run)) {
      if (each.reported().warmUp() != null) {
        seconds.merge(each.cell().label(), each.reported().warmUp().seconds(), Math::max);
      }
    }
    return seconds.isEmpty()
        ? List.of()
        : List.of(
            seconds.entrySet().stream()
                .map(each -> "%s %.1f s".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining(", ", "Longest warm-up until steady: ", ".")));
  }

  /** Remarks, a line for each reason why cells were not measured, warnings. */
  public static List<Entry> notes(Manifest run) {
    return Stream.concat(
            remarks(run).stream().map(Entry::of),
            warnings(run).stream().map(each -> new Entry(each.text(), each.tone())))
        .toList();
  }

  /** A line for each reason why cells were not measured, then what limits the others. */
  public static List<Warning> warnings(Manifest run) {
    List<Warning> warnings = new ArrayList<>();
    reasons(Kind.FAILED, Status.FAILED, run, warnings);
    reasons(Kind.UNSUPPORTED, Status.UNSUPPORTED, run, warnings);
    warnings.addAll(RunWarnings.of(run));
    return warnings;
  }

  /** The engines that are not in a run, by the reason. */
  public static Map<String, String> byReason(Manifest run) {
    Map<String, String> byReason = new LinkedHashMap<>();
    new TreeMap<>(run.leftOut())
        .forEach((engine, reason) -> byReason.merge(reason, engine, (a, b) -> a + ", " + b));
    return byReason;
  }

  /** A line for each reason why engines are not in a run. */
  public static List<String> leftOut(Manifest run) {
    return byReason(run).entrySet().stream()
        .map(each -> "not in this run: %s (%s)".formatted(each.getValue(), each.getKey()))
        .toList();
  }

  private static String note(CellResult result, AppliedSetting setting, String format) {
    return format.formatted(result.cell().label(), setting.name())
        + ": %s instead of %s (%s)"
            .formatted(
                setting.value(),
                result.cell().parameters().getOrDefault(setting.name(), "the default"),
                setting.reason());
  }

  /** The cells of a status, by message. */
  private static void reasons(Kind kind, Status status, Manifest run, List<Warning> warnings) {
    Map<String, Set<String>> cells = new TreeMap<>();
    for (CellResult each : run.results()) {
      if (each.status() == status) {
        cells
            .computeIfAbsent(String.valueOf(each.message()), reason -> new TreeSet<>())
            .add(RunFacts.name(each.cell()));
      }
    }
    cells.forEach((reason, names) -> warnings.add(kind.of(reason, String.join("; ", names))));
  }

  /** What reads of the engine that stores nothing cost. */
  private static List<String> harness(Manifest run) {
    return run.byCell().entrySet().stream()
        .filter(
            each ->
                each.getKey().label().equals(Ranking.HARNESS)
                    && each.getKey().readPercent().equals(Optional.of(100)))
        .flatMap(
            each ->
                CellScore.of(CellScore.SPEED, each.getValue()).stream()
                    .map(score -> 1e9 * each.getKey().threads() / score.value()))
        .limit(1)
        .map("Harness overhead (noop): %.0f ns per read."::formatted)
        .toList();
  }
}
