package dev.storagebench.datasets;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An input that is not what its format demands: a bad record, which may be skipped, or {@link
 * #isDamage damage}, after which nothing can be read. The message is one line, starts with the
 * place and is written for the person who gave the file.
 */
public final class BadInputException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The problem of text in another encoding. */
  public static final String NOT_UTF_8 =
      "not valid UTF-8; convert text of another encoding first, Latin-1 with 'iconv -f ISO-8859-1 -t UTF-8'";

  private final Place place;
  private boolean damage;
  private boolean skippable;

  /**
   * A bad record, or an input that its format refuses.
   *
   * @param problem the value found, the reason and the way out
   */
  public BadInputException(Place place, String problem) {
    this(place, problem, null);
  }

  /** An input that is refused as a whole. */
  public BadInputException(String source, String problem) {
    this(new Place(source, 0, 0), problem);
  }

  /** Creates the exception with a cause, see {@link #BadInputException(Place, String)}. */
  public BadInputException(Place place, String problem, @Nullable Throwable cause) {
    super(problem, cause);
    this.place = place;
  }

  /** Damage that ends the input, for example of compressed data. */
  public static BadInputException damage(Place place, String problem, @Nullable Throwable cause) {
    BadInputException bad = new BadInputException(place, problem, cause);
    bad.damage = true;
    return bad;
  }

  // Made on demand: of a million bad records that are skipped, twenty are shown.
  @Override
  public String getMessage() {
    return place + ": " + Excerpt.printable(String.valueOf(super.getMessage()));
  }

  /** Marks the fault of one record among good ones. */
  public BadInputException ofOneRecord() {
    skippable = !damage;
    return this;
  }

  /** Whether skipping bad records would help: another record was good before. */
  public boolean isSkippable() {
    return skippable;
  }

  /** Place of the problem. */
  public Place place() {
    return place;
  }

  /** Whether nothing can be read after it, even if bad records are skipped. */
  public boolean isDamage() {
    return damage;
  }
}
