package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import java.io.Closeable;
import java.io.IOException;

/** Cuts records out of an input of one form. */
interface ReviewParser extends Closeable {

  /**
   * Parses the next record into the two buffers, which it empties first.
   *
   * @param notes takes notes only; records are counted by the caller
   * @return false at the end of the input
   * @throws BadInputException for a bad record; the next call goes on behind it
   */
  boolean next(RecordBytes key, RecordBytes value, ReadCounts notes) throws IOException;
}
