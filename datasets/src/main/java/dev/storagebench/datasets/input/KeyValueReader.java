package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A key and a value that subclasses parse records into, both empty before each. Counts records, and
 * stops at bad ones or, if the options say so, skips and counts them.
 */
public abstract class KeyValueReader implements RecordReader {
  /** The input's name in places. */
  protected final String source;

  /** The current record's key. */
  protected final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);

  /** The current record's value. */
  protected final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);

  /** Beginning of the current record, the place of what is wrong with all of it. */
  protected Place recordStart;

  private final ReadCounts counts = new ReadCounts();
  private final ReadOptions options;

  /** Nothing is read yet. */
  protected KeyValueReader(String source, ReadOptions options) {
    this.source = source;
    this.recordStart = new Place(source, 0, 0);
    this.options = options;
  }

  /**
   * Parses the next record into the empty key and value.
   *
   * @return false at the end of the input
   * @throws BadInputException for a bad record; the next call reads the one after
   */
  protected abstract boolean parse() throws IOException;

  @Override
  public final boolean next() throws IOException {
    while (true) {
      clear();
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

  /** Checks the sizes of the record that was read. */
  protected final void requireSizes() throws BadInputException {
    if (key.overflowed()) {
      throw bad("key longer than %,d bytes".formatted(MAX_KEY_BYTES));
    }
    if (value.overflowed()) {
      throw bad("value longer than %,d bytes".formatted(MAX_VALUE_BYTES));
    }
    if (key.length() == 0) {
      throw bad("empty key");
    }
  }

  /** A problem of the current record. */
  protected final BadInputException bad(String problem) {
    return new BadInputException(recordStart, problem);
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
