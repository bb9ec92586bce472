package dev.storagebench.datasets;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An input that is not what its format demands. The message names the place, what was found and
 * what was expected; it is written for the person who gave the file.
 */
public final class BadInputException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;

  /**
   * @param place where it went wrong
   * @param problem what was found and what was expected, for example {@code "no ': ' in 'foo'"}
   */
  public BadInputException(Place place, String problem) {
    this(place, problem, null);
  }

  /**
   * @param place where it went wrong
   * @param problem what was found and what was expected
   * @param cause the failure below, for example of a decompressor
   */
  public BadInputException(Place place, String problem, @Nullable Throwable cause) {
    super(place + ": " + problem, cause);
    this.place = place;
  }

  /** Where it went wrong. */
  public Place place() {
    return place;
  }
}
