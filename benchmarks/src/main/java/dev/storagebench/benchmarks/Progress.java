package dev.storagebench.benchmarks;

import dev.storagebench.core.maven.FetchListener;
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
 * The progress of a run: a bar on a terminal, otherwise a line for each fork with the time left.
 */
final class Progress implements RunListener, AutoCloseable {
  private static final String MEASURING = "measuring";
  private static final int COLUMNS = 80;
  private static final int REFRESH_MILLIS = 250;

  private final PrintWriter out;
  private final TextStyle style;
  private final List<Cell> cells;
  private final int totalForks;
  private final int resumedForks;
  private int forks;
  private long startNanos;
  private String task = "";
  private @Nullable ProgressBar bar;

  /**
   * Prints what the run will do.
   *
   * @param rule whether the run may end before its last round
   * @param resumedForks how many forks an earlier run has completed
   */
  Progress(PrintWriter out, TextStyle style, RunPlan plan, StopRule rule, int resumedForks) {
    this.out = out;
    this.style = style;
    this.cells = plan.cells();
    this.totalForks = rule.ends() ? -1 : plan.forks();
    this.resumedForks = resumedForks;
    this.forks = resumedForks;
    out.printf(
        "%1$d cells, %2$s%3$d rounds, %2$s%4$d forks%n",
        cells.size(), rule.ends() ? "up to " : "", plan.rounds(), plan.forks());
    out.flush();
  }

  /** For {@link #fetching} outside of a run. */
  private Progress(PrintWriter out) {
    this.out = out;
    this.style = TextStyle.NONE;
    this.cells = List.of();
    this.totalForks = -1;
    this.resumedForks = 0;
  }

  /** A download outside of a run. */
  interface Download<E extends Exception> {
    void run(FetchListener listener) throws E;
  }

  static <E extends Exception> void of(PrintWriter out, Download<E> download) throws E {
    try (Progress progress = new Progress(out)) {
      download.run(progress::fetching);
    }
  }

  // Main asks for the console of JDK 21 and earlier, which is null when the output is redirected.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isTerminal() {
    return System.console() != null;
  }

  @Override
  public void warned(String message) {
    close();
    out.println(style.paint(TextStyle.Tone.DOUBT, "warning: " + message));
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
    if (startNanos == 0) {
      startNanos = System.nanoTime();
    }
    if (isTerminal()) {
      open(MEASURING, totalForks)
          .stepTo(forks)
          .setExtraMessage("round %d: %s".formatted(round + 1, name(cell)));
    }
  }

  @Override
  public void finished(CellResult result) {
    forks++;
    if (isTerminal()) {
      open(MEASURING, totalForks).stepTo(forks);
    } else {
      out.printf(
          "%3d%s round %d %s: %s%s%n",
          forks,
          totalForks < 0 ? "" : "/" + totalForks,
          result.round() + 1,
          name(result.cell()),
          word(result),
          left());
      out.flush();
    }
  }

  /** Candidate, workload, and the parameters in which cells of these two differ. */
  private String name(Cell cell) {
    List<Cell> alike =
        cells.stream()
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

  /** The time left if forks go on to take as long as until now; empty if unknown. */
  private String left() {
    if (totalForks < 0 || forks <= resumedForks || forks >= totalForks) {
      return "";
    }
    long seconds =
        (System.nanoTime() - startNanos)
            / (forks - resumedForks)
            * (totalForks - forks)
            / 1_000_000_000;
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
    if (isTerminal()) {
      open(what, of).maxHint(of).stepTo(done);
    } else if (!what.equals(task)) {
      task = what;
      out.println(what);
      out.flush();
    }
  }

  /** The bar of this task; a new task closes the bar of the one that was shown. */
  private ProgressBar open(String name, long max) {
    if (bar == null || !name.equals(task)) {
      close();
      task = name;
      bar =
          builder(name, max).startsFrom(name.equals(MEASURING) ? forks : 0, Duration.ZERO).build();
    }
    return bar;
  }

  /** A bar; a negative maximum is unknown. */
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
