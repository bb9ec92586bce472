package dev.storagebench.benchmarks;

import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.CellOutcome;
import dev.storagebench.core.run.RunListener;
import dev.storagebench.core.run.RunPlan;
import dev.storagebench.core.run.StopRule;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come: a bar with the time left on a terminal, otherwise a line for each fork.
 */
final class Progress implements RunListener, AutoCloseable {
  private static final int COLUMNS = 80;
  private static final int REFRESH_MILLIS = 250;

  private final PrintWriter out;
  private final int ahead;
  private final boolean terminal;
  private @Nullable ProgressBar bar;
  private String current = "";
  private int forks;

  private Progress(PrintWriter out, RunPlan plan, boolean openEnded) {
    this.out = out;
    this.ahead = openEnded ? -1 : plan.forks();
    this.terminal = isTerminal();
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
  static Progress on(PrintWriter out, RunPlan plan, StopRule rule, int done) {
    Progress progress = new Progress(out, plan, rule.ends());
    progress.forks = done;
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
  public void packing(String dataset, long records) {
    advance("packing " + dataset, records, -1);
  }

  @Override
  public void loading(String engine, long records, long ofRecords) {
    advance("loading " + engine, records, ofRecords);
  }

  @Override
  public void started(Cell cell, int round) {
    if (terminal) {
      open("measuring", ahead)
          .stepTo(forks)
          .setExtraMessage("round %d: %s %s".formatted(round + 1, cell.engine(), cell.workload()));
    }
  }

  @Override
  public void finished(Cell cell, int round, CellOutcome outcome) {
    forks++;
    if (terminal) {
      open("measuring", ahead).stepTo(forks);
    } else {
      out.printf(
          "%3d%s round %d %s %s: %s%n",
          forks,
          ahead < 0 ? "" : "/" + ahead,
          round + 1,
          cell.engine(),
          cell.workload(),
          word(outcome));
      out.flush();
    }
  }

  private static String word(CellOutcome outcome) {
    if (outcome instanceof CellOutcome.Failed failed) {
      return "FAILED: " + failed.message();
    }
    return outcome instanceof CellOutcome.Unsupported unsupported
        ? "unsupported: " + unsupported.reason()
        : "measured";
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
      bar = bar(name, max);
    }
    return bar;
  }

  /** A bar of our looks; a negative maximum is not known yet. */
  static ProgressBar bar(String name, long max) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(max)
        .setStyle(ProgressBarStyle.ASCII)
        .setMaxRenderedLength(COLUMNS)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .build();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
