package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A key and a value that subclasses parse records into. Counts records, and stops at bad ones or,
 * if the options say so, skips and counts them.
 */
public abstract class KeyValueReader implements RecordReader {
  /** The input's name in places. */
  protected final String source;

  /** The current record's key. */
  protected final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);

  /** The current record's value. */
  protected final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);

  private final ReadCounts counts = new ReadCounts();
  private final ReadOptions options;

  /** Nothing is read yet. */
  protected KeyValueReader(String source, ReadOptions options) {
    this.source = source;
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

  /** Empties key and value. */
  protected final void clear() {
    key.clear();
    value.clear();
  }

  /**
   * Checks the sizes of the record that was read.
   *
   * @param place the record's
   */
  protected final void requireSizes(Place place) throws BadInputException {
    for (RecordBytes part : new RecordBytes[] {key, value}) {
      if (part.overflowed()) {
        throw new BadInputException(
            place,
            part == key
                ? "key longer than %,d bytes".formatted(MAX_KEY_BYTES)
                : "value longer than %,d bytes".formatted(MAX_VALUE_BYTES));
      }
    }
    if (key.length() == 0) {
      throw new BadInputException(place, "empty key");
    }
  }

  @Override
  public final ByteBuffer key() {
    return key.view();
  }

  @Override
  public final ByteBuffer value() {
    return value.view();
  }
}
