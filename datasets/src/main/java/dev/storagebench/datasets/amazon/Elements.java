package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.Closeable;
import java.io.IOException;

/** The pieces of an input that should each be one JSON object, as byte ranges of an array. */
sealed interface Elements extends Closeable permits LineElements, ArrayElements {

  /**
   * Advances to the next piece, which begins with a byte that is no white space.
   *
   * @return false at the end of the input
   * @throws BadInputException for a piece that is too long or an input that is cut off; the next
   *     call goes on behind it
   */
  boolean next() throws IOException;

  /**
   * Goes to the next piece without looking for its end, where that is possible: its end is the
   * first LF outside of its strings, and {@link #end} tells how far bytes are in memory until
   * {@link #endAt} sets it. Without that, {@link #next} goes to the same piece.
   */
  default boolean nextOpen() {
    return false;
  }

  /** Ends the piece that {@link #nextOpen} has gone to at this LF. */
  default void endAt(int lineEnd) {
    throw new IllegalStateException("the end of this piece is known");
  }

  /** The array that holds the piece; another one after any call of {@link #next}. */
  byte[] array();

  /** Where the piece starts in {@link #array}. */
  int start();

  /** Where it ends, exclusive. */
  int end();

  /** Where the byte at this index of {@link #array}, in the piece or just behind it, stands. */
  Place place(int index);
}
