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

  /** The array that holds the piece; another one after any call of {@link #next}. */
  byte[] array();

  /** Where the piece starts in {@link #array}. */
  int start();

  /** Where it ends, exclusive. */
  int end();

  /** Where the byte at this index of {@link #array}, in the piece or just behind it, stands. */
  Place place(int index);
}
