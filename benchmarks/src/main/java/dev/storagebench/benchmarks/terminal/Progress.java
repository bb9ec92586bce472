package dev.storagebench.benchmarks.terminal;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.suite.CellNames;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.benchmarks.run.RunEstimate;
import dev.storagebench.benchmarks.run.RunListener;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a run: what it is about to do, a bar on a terminal or else a line for each fork,
 * what failed as soon as it has, and who leads after each round.
 */
public final class Progress implements RunListener, AutoCloseable {
  private static final String FORKS = "forks";

  private final PrintWriter out;
  private final TextStyle style;
  private final CellNames names;
  private final int rounds;
  private final boolean open;
  private final Function<List<CellResult>, String> interim;
  private final @Nullable StatusLine line;
  private final Set<Cell> reported = new HashSet<>();
  private final Map<Status, Integer> ended = new EnumMap<>(Status.class);
  private int total;
  private long startNanos;
  private double secondsEach;
  private String task = "";
  private @Nullable ProgressBar bar;

  /**
   * The progress of a plan.
   *
   * @param rule whether the run may end before its last round
   * @param quiet whether no bar is drawn
   * @param interim the table of the results so far
   */
  public Progress(
      PrintWriter out,
      TextStyle style,
      List<Cell> cells,
      int rounds,
      StopRule rule,
      boolean quiet,
      Function<List<CellResult>, String> interim) {
    this.interim = interim;
    this.out = out;
    this.style = style;
    this.names = new CellNames(cells);
    this.rounds = rounds;
    this.open = rule.ends();
    this.line = Terminal.isPresent() && !quiet ? new StatusLine() : null;
  }

  /** The progress of downloads outside of a run. */
  public static Progress ofDownloads(PrintWriter out) {
    return new Progress(out, TextStyle.NONE, List.of(), 0, StopRule.NONE, false, none -> "");
  }

  @Override
  public void warned(String message) {
    say(Tone.DOUBT, "warning: " + message);
  }

  @Override
  public void packed(String dataset, PackedSummary data) {
    say(null, dataset + ": " + data.text());
  }

  @Override
  public void fetching(String artifact, long bytes, long ofBytes) {
    advanced("fetching " + artifact, bytes, ofBytes);
  }

  /**
   * Announces what is about to be measured.
   *
   * @param slowdown how many times as long a JVM takes to start as on an idle machine
   */
  public void planned(RunEstimate estimate, double slowdown) {
    close();
    String most = open ? "up to " : "";
    say(
        null,
        "%s %s: %s%d measurements in %s%s, each in a new JVM.%s"
            .formatted(
                open ? "At most" : "About",
                Figures.duration(estimate.seconds(rounds, slowdown)),
                most,
                estimate.forks(),
                most,
                rounds == 1 ? "1 round" : rounds + " rounds",
                rounds == 1
                    ? ""
                    : " First table after about %s."
                        .formatted(Figures.duration(estimate.seconds(1, slowdown)))));
    Map<Cell, String> unsupported = estimate.unsupported();
    reported.addAll(unsupported.keySet());
    Map<String, String> reasons = new LinkedHashMap<>();
    unsupported.forEach(
        (cell, reason) -> reasons.merge(reason, names.of(cell), (one, next) -> one + "; " + next));
    reasons.forEach(
        (reason, cells) -> say(Tone.DOUBT, "unsupported: %s (%s)".formatted(reason, cells)));
    total = estimate.forks();
    // Loading is part of the time, also of that which is left.
    startNanos = System.nanoTime();
  }

  @Override
  public void started(List<Cell> cells, int round) {
    if (line != null) {
      advanced(FORKS, done(), total);
      StringBuilder now = new StringBuilder("round %d of %d".formatted(round + 1, rounds));
      ended.forEach(
          (status, count) ->
              now.append(", %d %s".formatted(count, status.name().toLowerCase(Locale.ROOT))));
      bar.setExtraMessage(" %s%s: %s".formatted(now, left(), names.of(cells.get(0))));
    }
  }

  private int done() {
    return ended.values().stream().mapToInt(each -> each).sum();
  }

  @Override
  public void finished(CellResult result) {
    ended.merge(result.status(), 1, Integer::sum);
    // On a terminal the bar counts what went well.
    String count = line != null ? "" : ", measurement %d of %d".formatted(done(), total);
    String name =
        "round %d of %d%s: %s: "
            .formatted(result.round() + 1, rounds, count, names.of(result.cell()));
    String end = line != null ? "" : left();
    switch (result.status()) {
      case MEASURED -> {
        if (line == null) {
          say(null, name + "measured" + end);
        }
      }
      case FAILED -> say(Tone.BAD, name + "FAILED: " + result.message() + end);
      case UNSUPPORTED -> {
        if (reported.add(result.cell()) || line == null) {
          say(Tone.DOUBT, name + "unsupported: " + result.message() + end);
        }
      }
    }
  }

  @Override
  public void roundComplete(int round, List<CellResult> results) {
    secondsEach = (System.nanoTime() - startNanos) / 1e9 / Math.max(1, done());
    if (round + 1 < rounds) {
      String table = interim.apply(results);
      if (!table.isEmpty()) {
        String head =
            "after round %d of %s%d, %s:"
                .formatted(
                    round + 1,
                    open ? "up to " : "",
                    rounds,
                    Figures.duration((System.nanoTime() - startNanos) / 1e9));
        print("%n%s%s%n".formatted(style.line(head), table));
      }
    }
  }

  /** The time left if forks go on to take as long as in the rounds so far; empty in the first. */
  private String left() {
    return open || secondsEach == 0 || done() >= total
        ? ""
        : ", %s left".formatted(Figures.duration(secondsEach * (total - done())));
  }

  @Override
  public void advanced(String what, long done, long of) {
    if (line != null) {
      if (bar == null || !what.equals(task)) {
        close();
        bar = line.bar(what, of);
      }
      task = what;
      bar.maxHint(of).stepTo(done);
    } else if (!what.equals(task)) {
      task = what;
      say(null, what);
    }
  }

  private void say(@Nullable Tone tone, String text) {
    print(style.line(new Entry(text, tone)));
  }

  /** Prints lines, above the bar if there is one. */
  private void print(String lines) {
    if (line != null) {
      line.above(() -> out.print(lines));
    } else {
      out.print(lines);
    }
  }

  @Override
  public void close() {
    task = "";
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
