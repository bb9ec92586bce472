package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.input.SkippingReader;
import java.nio.ByteBuffer;

/** A key and a value that subclasses parse reviews into. */
abstract sealed class ReviewReader extends SkippingReader permits SnapReader, JsonReader {
  final String source;
  final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);
  final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);

  ReviewReader(String source, ReadOptions options) {
    super(options);
    this.source = source;
  }

  /** Checks the sizes of the record that was read. */
  final void requireSizes(Place place) throws BadInputException {
    for (RecordBytes part : new RecordBytes[] {key, value}) {
      if (part.overflowed()) {
        throw new BadInputException(
            place,
            "%s longer than %,d bytes".formatted(part == key ? "key" : "value", part.maxBytes()));
      }
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
