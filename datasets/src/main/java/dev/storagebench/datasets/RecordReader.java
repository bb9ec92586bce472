package dev.storagebench.datasets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A stream of records, read once, front to back, by one thread, in constant memory.
 *
 * <pre>{@code
 * try (RecordReader reader = format.open(argument, ReadOptions.STRICT)) {
 *   while (reader.next()) {
 *     use(reader.key(), reader.value());
 *   }
 * }
 * }</pre>
 */
public interface RecordReader extends AutoCloseable {

  /** The longest value a reader hands out; a longer one is a bad record. */
  int MAX_VALUE_BYTES = 256 << 20;

  /** The longest key a reader hands out, which every engine can store; a longer one is bad. */
  int MAX_KEY_BYTES = 511;

  /**
   * Advances to the next record.
   *
   * @return false at the end of the input
   * @throws BadInputException for a record that cannot be parsed, unless the options say to skip
   *     it, and for an input that is damaged as a whole
   */
  boolean next() throws IOException;

  /**
   * The current record's key: a heap buffer owned by the reader, its bytes between position and
   * limit, valid until the next call of {@link #next}. Never empty.
   */
  ByteBuffer key();

  /** The current record's value, on the same terms as {@link #key}; it may be empty. */
  ByteBuffer value();

  /** Names what it takes for key and value, for people, where the input left a choice. */
  default Optional<String> description() {
    return Optional.empty();
  }

  /** How many records there will be, where that is known before they are read. */
  default OptionalLong expectedRecords() {
    return OptionalLong.empty();
  }

  /** Counts of what has been read so far. */
  ReadCounts counts();

  @Override
  void close() throws IOException;
}
