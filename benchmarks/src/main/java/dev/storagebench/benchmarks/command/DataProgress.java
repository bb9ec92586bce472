package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.StatusLine;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackingProgress;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** How far the reading of an input has come: a bar on a terminal, otherwise nothing. */
final class DataProgress implements PackingProgress, AutoCloseable {
  private final @Nullable ProgressBar bar;

  DataProgress(String what, DataInput input) {
    bar =
        Terminal.isPresent()
            ? new StatusLine().bar(what, input.reader().expectedRecords().orElse(-1))
            : null;
  }

  @Override
  public void packed(long records, long bytes) {
    if (bar != null) {
      bar.stepTo(records);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
