package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts reviews, and stops at or skips bad ones. */
abstract sealed class ReviewReader implements RecordReader permits SnapReader, JsonReader {
  final String source;
  final ReadCounts counts = new ReadCounts();
  final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);
  final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);
  private final ReadOptions options;

  ReviewReader(String source, ReadOptions options) {
    this.source = source;
    this.options = options;
  }

  /**
   * Parses the next review into {@link #key} and {@link #value}.
   *
   * @return false at the end of the input
   * @throws BadInputException for a bad review; the next call reads the one after
   */
  abstract boolean parse() throws IOException;

  @Override
  public boolean next() throws IOException {
    while (true) {
      try {
        if (parse()) {
          break;
        }
      } catch (BadInputException e) {
        if (!options.skipBad() || e.isDamage()) {
          throw e;
        }
        counts.bad(e);
        continue;
      }
      if (counts.records() == 0) {
        throw new BadInputException(
            new Place(source, 0, 0),
            counts.badRecords() == 0
                ? "no reviews in the input"
                : "no good record; %,d are bad, the first: %s"
                    .formatted(counts.badRecords(), counts.firstBadRecords().get(0)));
      }
      return false;
    }
    counts.record();
    return true;
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
  public ByteBuffer key() {
    return key.view();
  }

  @Override
  public ByteBuffer value() {
    return value.view();
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }
}
