package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.text.TextStyle.Tone;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Why a figure is missing or marked: failed and unsupported cells, settings that are stronger or
 * weaker than requested.
 */
public final class MissingResults {
  /** In place of a figure that does not exist. */
  public static final String NONE = "–";

  /** Why a figure is missing, and the color of that text. */
  public enum Missing {
    FAILED("FAILED", Tone.BAD),
    UNSUPPORTED("unsupp.", Tone.DOUBT),
    PENDING("pending", null),
    /** Mark of a cell that was measured and has no such figure. */
    ABSENT(NONE, null);

    private final String text;
    private final @Nullable Tone tone;

    Missing(String text, @Nullable Tone tone) {
      this.text = text;
      this.tone = tone;
    }

    public @Nullable Tone tone() {
      return tone;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private MissingResults() {}

  /** Why a cell of these rounds lacks a figure. */
  public static Missing why(List<CellResult> rounds) {
    return rounds.stream().anyMatch(each -> each.status() == Status.FAILED)
        ? Missing.FAILED
        : rounds.stream().anyMatch(each -> each.status() == Status.UNSUPPORTED)
            ? Missing.UNSUPPORTED
            : rounds.isEmpty() ? Missing.PENDING : Missing.ABSENT;
  }

  /** The marks behind a figure. */
  public static Set<Mark> marks(String figure, List<CellResult> rounds) {
    Set<Mark> marks = EnumSet.noneOf(Mark.class);
    if (CellScore.isOfStore(figure)) {
      return marks;
    }
    boolean late = figure.equals(CellScore.ACHIEVED) && rounds.stream().anyMatch(CellScore::isLate);
    boolean speed = figure.equals(CellScore.SPEED);
    if (speed
        && rounds.stream()
            .flatMap(each -> CellScore.departures(each).stream())
            .anyMatch(each -> each.role() == Role.REPLACED)) {
      marks.add(Mark.STRONGER);
    }
    if (rounds.stream().anyMatch(CellScore::isWeakened)) {
      marks.add(Mark.WEAKENED);
    }
    if (late || rounds.stream().anyMatch(each -> each.status() == Status.FAILED)) {
      marks.add(Mark.INCOMPLETE);
    }
    if ((speed || CellScore.isTime(figure)) && CellScore.stillWarmingUp(rounds)) {
      marks.add(Mark.RISING);
    }
    if (speed && rounds.stream().anyMatch(CellScore::isBurst)) {
      marks.add(Mark.BURST);
    }
    return marks;
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
}
