package dev.storagebench.datasets.input;

import java.io.Closeable;
import java.io.IOException;
import org.apache.commons.io.function.IOFunction;

/** Opens one thing around another, and keeps neither open if it fails. */
public final class CloseOnFailure {
  private CloseOnFailure() {}

  /** Makes something of an open thing, which is closed only if this fails. */
  public static <C extends Closeable, T> T of(C open, IOFunction<C, T> making) throws IOException {
    try {
      return making.apply(open);
    } catch (IOException | RuntimeException e) {
      open.close();
      throw e;
    }
  }
}
