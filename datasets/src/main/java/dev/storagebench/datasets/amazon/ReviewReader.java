package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The records of one input: counts them, and stops at or skips what its parser calls bad. */
final class ReviewReader implements RecordReader {
  private final ReviewParser parser;
  private final WatchedStream in;
  private final String source;
  private final ReadOptions options;
  private final ReadCounts counts = new ReadCounts();
  private final RecordBytes key = new RecordBytes(MAX_KEY_BYTES);
  private final RecordBytes value = new RecordBytes(MAX_VALUE_BYTES);

  /** Reads {@code in} through {@code parser}, which closes it. */
  ReviewReader(ReviewParser parser, WatchedStream in, String source, ReadOptions options) {
    this.parser = parser;
    this.in = in;
    this.source = source;
    this.options = options;
  }

  @Override
  public boolean next() throws IOException {
    boolean found = nextGood();
    if (found) {
      counts.record();
    } else {
      // Outside the loop over records: this is no bad record that could be skipped.
      refuseNoRecords();
    }
    return found;
  }

  private boolean nextGood() throws IOException {
    while (true) {
      try {
        return parser.next(key, value, counts);
      } catch (BadInputException e) {
        if (!options.skipBad() || in.failed()) {
          throw e;
        }
        counts.bad(e);
      }
    }
  }

  private void refuseNoRecords() throws BadInputException {
    if (counts.records() > 0) {
      return;
    }
    throw new BadInputException(
        new Place(source, 0, 0),
        counts.badRecords() == 0
            ? "there is no review in it"
            : "there is no good record in it; %,d are bad, the first: %s"
                .formatted(counts.badRecords(), counts.firstBadRecords().get(0)));
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

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
