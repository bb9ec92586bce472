package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import java.nio.ByteBuffer;

/** A key and a value that subclasses parse records into. */
public abstract class KeyValueReader extends SkippingReader {
  /** The input's name in places. */
  protected final String source;

  /** The current record's key. */
  protected final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);

  /** The current record's value. */
  protected final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);

  /** Nothing is read yet. */
  protected KeyValueReader(String source, ReadOptions options) {
    super(options);
    this.source = source;
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
            "%s longer than %,d bytes".formatted(part == key ? "key" : "value", part.maxBytes()));
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
