package dev.storagebench.benchmarks;

import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.run.RunListener;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.core.suite.StopRule;
import dev.storagebench.core.text.TextStyle;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come: a bar on a terminal, otherwise a line for each fork; both with the time
 * that is left.
 */
final class Progress implements RunListener, AutoCloseable {
  private static final String MEASURING = "measuring";
  private static final int COLUMNS = 80;
  private static final int REFRESH_MILLIS = 250;

  private final PrintWriter out;
  private final TextStyle ink;
  private final int ahead;
  private final boolean terminal;
  private final List<Cell> plan;
  private @Nullable ProgressBar bar;
  private String current = "";
  private int forks;
  private int before;
  private long begun;

  private Progress(PrintWriter out, TextStyle ink, RunPlan plan, boolean openEnded) {
    this.out = out;
    this.ink = ink;
    this.ahead = openEnded ? -1 : plan.forks();
    this.terminal = isTerminal();
    this.plan = plan.cells();
  }

  // Main asks for the console of JDK 21 and earlier, which is null when the output is redirected.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isTerminal() {
    return System.console() != null;
  }

  /**
   * Tells what is ahead.
   *
   * @param rule whether the run may end before its last round
   * @param done how many forks an earlier run has measured
   */
  static Progress on(PrintWriter out, TextStyle ink, RunPlan plan, StopRule rule, int done) {
    Progress progress = new Progress(out, ink, plan, rule.ends());
    progress.forks = done;
    progress.before = done;
    out.printf(
        "%d cells, %s%d rounds, %s%d forks%n",
        plan.cells().size(),
        rule.ends() ? "up to " : "",
        plan.rounds(),
        rule.ends() ? "up to " : "",
        plan.forks());
    out.flush();
    return progress;
  }

  @Override
  public void warned(String message) {
    close();
    out.println(ink.paint(TextStyle.Tone.DOUBT, "warning: " + message));
    out.flush();
  }

  @Override
  public void packing(String dataset, long records) {
    advance("packing " + dataset, records, -1);
  }

  @Override
  public void fetching(String artifact, long bytes, long ofBytes) {
    advance("fetching " + artifact, bytes, ofBytes);
  }

  @Override
  public void loading(String engine, long records, long ofRecords) {
    advance("loading " + engine, records, ofRecords);
  }

  @Override
  public void started(Cell cell, int round) {
    if (begun == 0) {
      begun = System.nanoTime();
    }
    if (terminal) {
      open(MEASURING, ahead)
          .stepTo(forks)
          .setExtraMessage("round %d: %s".formatted(round + 1, name(cell)));
    }
  }

  @Override
  public void finished(CellResult result) {
    forks++;
    if (terminal) {
      open(MEASURING, ahead).stepTo(forks);
    } else {
      out.printf(
          "%3d%s round %d %s: %s%s%n",
          forks,
          ahead < 0 ? "" : "/" + ahead,
          result.round() + 1,
          name(result.cell()),
          word(result),
          left());
      out.flush();
    }
  }

  /**
   * Candidate, workload, and what tells the cell from others of the same candidate and workload.
   */
  private String name(Cell cell) {
    List<Cell> alike =
        plan.stream()
            .filter(each -> each.label().equals(cell.label()))
            .filter(each -> each.workload().equals(cell.workload()))
            .toList();
    StringBuilder name = new StringBuilder(cell.label() + " " + cell.workload());
    if (alike.stream().mapToInt(Cell::threads).distinct().count() > 1) {
      name.append(", ").append(cell.threads()).append(cell.threads() == 1 ? " thread" : " threads");
    }
    cell.parameters()
        .forEach(
            (parameter, value) -> {
              if (alike.stream()
                  .anyMatch(each -> !value.equals(each.parameters().get(parameter)))) {
                name.append(", ").append(parameter).append(' ').append(value);
              }
            });
    return name.toString();
  }

  /** The time left if all forks take as long as those until now; nothing if it is not known. */
  private String left() {
    if (ahead < 0 || forks <= before || forks >= ahead) {
      return "";
    }
    long seconds = (System.nanoTime() - begun) / (forks - before) * (ahead - forks) / 1_000_000_000;
    return seconds < 60
        ? ", %d s left".formatted(seconds)
        : seconds < 3600
            ? ", %d min left".formatted(seconds / 60)
            : ", %d h %02d min left".formatted(seconds / 3600, seconds / 60 % 60);
  }

  private static String word(CellResult result) {
    return switch (result.status()) {
      case MEASURED -> "measured";
      case FAILED -> "FAILED: " + result.message();
      case UNSUPPORTED -> "unsupported: " + result.message();
    };
  }

  private void advance(String what, long done, long of) {
    if (terminal) {
      open(what, of).stepTo(done);
    } else if (!what.equals(current)) {
      current = what;
      out.println(what);
      out.flush();
    }
  }

  /** The bar of this name; a new one ends the one before it. */
  private ProgressBar open(String name, long max) {
    if (bar == null || !name.equals(current)) {
      close();
      current = name;
      bar =
          builder(name, max).startsFrom(name.equals(MEASURING) ? forks : 0, Duration.ZERO).build();
    }
    return bar;
  }

  /** A bar of our looks; a negative maximum is not known yet. */
  static ProgressBar bar(String name, long max) {
    return builder(name, max).build();
  }

  private static ProgressBarBuilder builder(String name, long max) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(max)
        .setStyle(ProgressBarStyle.ASCII)
        .setMaxRenderedLength(COLUMNS)
        .setUpdateIntervalMillis(REFRESH_MILLIS);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
