package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.util.UUID;

/** As {@link LinesFormat}, with an identity that never repeats, as standard input has. */
public final class PipedLinesFormat implements RecordFormat {

  @Override
  public String name() {
    return "piped-lines";
  }

  @Override
  public RecordReader open(String argument, ReadOptions options) throws IOException {
    return new LinesFormat().open(argument, options);
  }

  @Override
  public String identity(String argument) {
    return UUID.randomUUID().toString();
  }
}
