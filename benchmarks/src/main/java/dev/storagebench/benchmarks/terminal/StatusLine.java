package dev.storagebench.benchmarks.terminal;

import dev.storagebench.core.text.PlainText;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** The last line of a terminal, where a bar is drawn; other lines are printed above it. */
public final class StatusLine implements ProgressBarConsumer {
  private static final int REFRESH_MILLIS = 250;

  private final PrintStream terminal = System.err;
  // In the last column some terminals go on to the next line.
  private final int columns = Terminal.columns() - 1;
  private String shown = "";

  /**
   * Starts a bar in this line, without an estimate of the end.
   *
   * @param max what it counts to; negative if that is unknown
   */
  public ProgressBar bar(String task, long max) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(max)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(this)
        .hideEta()
        .continuousUpdate()
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .build();
  }

  /** Prints what scrolls. */
  synchronized void above(Runnable print) {
    String line = shown;
    clear();
    print.run();
    accept(line);
  }

  @Override
  public int getMaxRenderedLength() {
    return columns;
  }

  @Override
  public synchronized void accept(String drawn) {
    String text = Terminal.encodable(PlainText.of(drawn), Terminal.CHARSET);
    if (text.equals(shown)) {
      return;
    }
    terminal.print("\r" + text + " ".repeat(Math.max(0, shown.length() - text.length())));
    terminal.flush();
    shown = text;
  }

  @Override
  public synchronized void clear() {
    accept("");
    terminal.print("\r");
    terminal.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
