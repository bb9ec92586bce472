package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;

/** Counts records, and stops at bad ones or, if the options say so, skips and counts them. */
public abstract class SkippingReader implements RecordReader {
  private final ReadCounts counts = new ReadCounts();
  private final ReadOptions options;

  /** Nothing is read yet. */
  protected SkippingReader(ReadOptions options) {
    this.options = options;
  }

  /**
   * Parses the next record.
   *
   * @return false at the end of the input
   * @throws BadInputException for a bad record; the next call reads the one after
   */
  protected abstract boolean parse() throws IOException;

  @Override
  public final boolean next() throws IOException {
    while (true) {
      try {
        boolean found = parse();
        if (found) {
          counts.record();
        }
        return found;
      } catch (BadInputException e) {
        if (!options.skipBad() || e.isDamage()) {
          throw counts.records() > 0 ? e.ofOneRecord() : e;
        }
        counts.bad(e);
      }
    }
  }

  @Override
  public final ReadCounts counts() {
    return counts;
  }
}
