package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.XXH64;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.Catalog.FrameEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/**
 * A packed record file being written, by one thread. Until {@link #finish} the records stand in a
 * file of a temporary name beside the target; closing without finishing removes it. Unique keys are
 * the caller's business.
 *
 * <p>Records are gathered in frames of about 1 MiB, each a head with the frame's numbers and, per
 * record, the lengths and the key, and a body with the values: the keys can be read without the
 * values.
 */
public final class PackedWriter implements Closeable {
  /** A frame is closed before its keys or its values outgrow this, unless it has one record. */
  static final int FRAME_BYTES = 1 << 20;

  /** Bytes before the first record's entry in a frame's head. */
  static final int HEAD_START = 48;

  /** The longest form of an int in unsigned LEB128. */
  private static final int MAX_VARINT_BYTES = 5;

  private final TemporaryFile temporary;
  private final BlockFile file;
  private final int frameBytes;
  private final List<FrameEntry> index = new ArrayList<>();
  private final ByteBuffer head;
  private ByteBuffer body;
  private int frameRecords;
  private long offset = BlockFile.BLOCK_BYTES;
  private final IntSummaryStatistics keyLengths = new IntSummaryStatistics();
  private final IntSummaryStatistics valueLengths = new IntSummaryStatistics();
  private long digest;

  /**
   * @param frameBytes as {@link #FRAME_BYTES}
   */
  PackedWriter(Path target, int frameBytes) throws IOException {
    temporary = TemporaryFile.of(target);
    file = BlockFile.create(temporary.path());
    this.frameBytes = frameBytes;
    head = BlockFile.allocate(frameBytes).position(HEAD_START);
    body = BlockFile.allocate(frameBytes);
  }

  /**
   * Starts a file. A file that stands at the target stays until {@link #finish} replaces it.
   *
   * @param target in a folder that exists
   */
  public static PackedWriter create(Path target) throws IOException {
    return new PackedWriter(target, FRAME_BYTES);
  }

  /**
   * Appends a record. Both buffers, heap or direct, are read from position to limit and left
   * unchanged.
   *
   * @param key 1 to {@value RecordReader#MAX_KEY_BYTES} bytes
   * @param value 0 to {@value RecordReader#MAX_VALUE_BYTES} bytes
   * @throws IllegalArgumentException if either is too long or the key is empty
   */
  public void add(ByteBuffer key, ByteBuffer value) throws IOException {
    int keyLength = key.remaining();
    int valueLength = value.remaining();
    check("key", keyLength, 1, RecordReader.MAX_KEY_BYTES);
    check("value", valueLength, 0, RecordReader.MAX_VALUE_BYTES);
    if (head.remaining() < keyLength + 2 * MAX_VARINT_BYTES
        || frameBytes - body.position() < valueLength) {
      writeFrame();
      if (valueLength > body.capacity()) {
        body = BlockFile.allocate(BlockFile.padded(valueLength));
      }
    }
    putVarint(keyLength);
    putVarint(valueLength);
    head.put(key.duplicate());
    body.put(value.duplicate());
    frameRecords++;
    digest = XXH64.hash(key, key.position(), keyLength, digest);
    digest = XXH64.hash(value, value.position(), valueLength, digest);
    keyLengths.accept(keyLength);
    valueLengths.accept(valueLength);
  }

  private void check(String what, int length, int min, int max) {
    if (length < min || length > max) {
      throw new IllegalArgumentException(
          "the %s of record %,d has %,d bytes; a packed record file holds %,d to %,d"
              .formatted(what, keyLengths.getCount(), length, min, max));
    }
  }

  private void putVarint(int number) {
    int rest = number;
    while (rest > 0x7f) {
      head.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    head.put((byte) rest);
  }

  private void writeFrame() throws IOException {
    if (frameRecords == 0) {
      return;
    }
    int headEnd = head.position();
    int bodyEnd = body.position();
    int headBytes = BlockFile.pad(head);
    int bodyBytes = BlockFile.pad(body);
    long firstRecord = keyLengths.getCount() - frameRecords;
    head.putInt(8, headBytes)
        .putInt(12, bodyBytes)
        .putInt(16, headEnd)
        .putInt(20, bodyEnd)
        .putInt(24, frameRecords)
        .putLong(32, firstRecord)
        .putLong(40, XXH64.hash(body, 0, bodyBytes, 0))
        .putLong(0, XXH64.hash(head, 8, headBytes - 8, 0));
    index.add(new FrameEntry(offset, firstRecord, frameRecords, headBytes, bodyBytes));
    file.write(head, headBytes, offset);
    file.write(body, bodyBytes, offset + headBytes);
    offset += headBytes + bodyBytes;
    head.position(HEAD_START);
    frameRecords = 0;
  }

  /**
   * Writes the rest, puts everything onto stable storage and renames the file to the target,
   * atomically, over a file that may stand there.
   */
  public PackedSummary finish() throws IOException {
    return finish(Map.of());
  }

  /** Finishes the file with notes of reading the data set, see {@link #finish()}. */
  public PackedSummary finish(Map<String, Long> notes) throws IOException {
    writeFrame();
    PackedSummary summary =
        new PackedSummary(
            keyLengths.getCount(),
            keyLengths.getSum(),
            valueLengths.getSum(),
            Math.max(0, keyLengths.getMax()),
            Math.max(0, valueLengths.getMax()),
            HexFormat.of().toHexDigits(digest),
            notes);
    new Catalog(summary, index).write(file, offset);
    file.close();
    temporary.commit();
    return summary;
  }

  /** Closes the file, and removes it unless it was finished. */
  @Override
  public void close() throws IOException {
    try (temporary) {
      file.close();
    }
  }
}
