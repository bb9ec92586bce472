package dev.storagebench.datasets.convert;

import java.io.IOException;

/** A record that the chosen form cannot carry so that it reads back the same. */
public final class UnwritableRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what is in the way
   */
  UnwritableRecordException(String problem) {
    super(problem);
  }
}
