package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first block of a packed file, and the frame index that it points to.
 *
 * @param indexOffset where the frame index starts, in bytes
 * @param indexBytes the index's length with its padding; the file ends with it
 * @param indexChecksum XXH64 of those bytes
 */
record PackedHeader(
    PackedSummary summary, long frames, long indexOffset, long indexBytes, long indexChecksum) {

  /** The ASCII characters SBRECORD, read as a little endian number. */
  static final long MAGIC = 0x44524f4345524253L;

  private static final int VERSION = 1;
  private static final int CHECKSUM_AT = BLOCK_BYTES - Long.BYTES;
  private static final int ENTRY_BYTES = 24;
  private static final int NOTES_AT = 88;
  private static final Pattern NOTE = Pattern.compile("(\\d{1,18}) (.+)");

  /**
   * An entry of the frame index: 24 bytes for about a MiB of file.
   *
   * @param offset where the frame starts in the file
   * @param records its number of records; not stored, as it follows from the next entry
   * @param headBytes the length of its head with padding
   * @param bodyBytes the length of its body with padding
   */
  record FrameEntry(long offset, long firstRecord, int records, int headBytes, int bodyBytes) {}

  /** The frame index as it stands in the file, with its padding. */
  static ByteBuffer encodeIndex(List<FrameEntry> frames) {
    long bytes = BlockFile.padded(Math.max(1, (long) frames.size() * ENTRY_BYTES));
    ByteBuffer index = BlockFile.allocate(bytes);
    for (FrameEntry each : frames) {
      index.putLong(each.offset()).putLong(each.firstRecord());
      index.putInt(each.headBytes()).putInt(each.bodyBytes());
    }
    return index.clear();
  }

  /** Reads and checks the frame index. */
  List<FrameEntry> readIndex(BlockFile file) throws IOException {
    int bytes = Math.toIntExact(indexBytes);
    ByteBuffer index = BlockFile.allocate(bytes);
    file.read(index, bytes, indexOffset);
    if (BlockFile.XXH64.hash(index, 0, bytes, 0) != indexChecksum) {
      throw damaged(file, indexOffset, "frame index checksum mismatch");
    }
    List<FrameEntry> entries = new ArrayList<>();
    long end = BLOCK_BYTES;
    long expectedFirst = 0;
    for (int i = 0; i < frames; i++) {
      int at = i * ENTRY_BYTES;
      long first = index.getLong(at + 8);
      long next = i + 1 < frames ? index.getLong(at + ENTRY_BYTES + 8) : summary.records();
      int headBytes = index.getInt(at + 16);
      int bodyBytes = index.getInt(at + 20);
      // A record takes three bytes of the head at least.
      if (index.getLong(at) != end
          || first != expectedFirst
          || headBytes < BLOCK_BYTES
          || headBytes % BLOCK_BYTES != 0
          || bodyBytes < 0
          || bodyBytes % BLOCK_BYTES != 0
          || next <= first
          || next - first > headBytes / 3) {
        throw damaged(file, indexOffset + at, "impossible entry of the frame index");
      }
      entries.add(new FrameEntry(end, first, (int) (next - first), headBytes, bodyBytes));
      end += (long) headBytes + bodyBytes;
      expectedFirst = next;
    }
    if (end != indexOffset || expectedFirst != summary.records()) {
      throw damaged(file, indexOffset, "the frame index does not cover the file");
    }
    return entries;
  }

  /** The header as it stands in the file. */
  ByteBuffer encode() {
    ByteBuffer block = BlockFile.allocate(BLOCK_BYTES);
    block
        .putLong(MAGIC)
        .putInt(VERSION)
        .putInt(BLOCK_BYTES)
        .putLong(summary.records())
        .putLong(summary.keyBytes())
        .putLong(summary.valueBytes())
        .putInt(summary.maxKeyBytes())
        .putInt(summary.maxValueBytes())
        .putLong(HexFormat.fromHexDigitsToLong(summary.digest()))
        .putLong(frames)
        .putLong(indexOffset)
        .putLong(indexBytes)
        .putLong(indexChecksum);
    for (Map.Entry<String, Long> note : summary.notes().entrySet()) {
      byte[] line = (note.getValue() + " " + note.getKey() + "\n").getBytes(UTF_8);
      if (line.length <= CHECKSUM_AT - block.position()) {
        block.put(line);
      }
    }
    return block.putLong(CHECKSUM_AT, checksum(block));
  }

  /** The lines up to the zeros at the end; files of earlier releases have none. */
  private static Map<String, Long> notes(ByteBuffer block) {
    byte[] text = new byte[CHECKSUM_AT - NOTES_AT];
    block.get(NOTES_AT, text);
    Map<String, Long> notes = new TreeMap<>();
    new String(text, UTF_8)
        .lines()
        .map(NOTE::matcher)
        .filter(Matcher::matches)
        .forEach(note -> notes.put(note.group(2), Long.valueOf(note.group(1))));
    return notes;
  }

  /** Reads and checks the header of a file. */
  static PackedHeader read(BlockFile file) throws IOException {
    long size = file.size();
    if (size < BLOCK_BYTES) {
      throw bad(
          file, 0, "not a packed record file: %,d bytes, shorter than its header".formatted(size));
    }
    ByteBuffer block = BlockFile.allocate(BLOCK_BYTES);
    file.read(block, BLOCK_BYTES, 0);
    if (block.getLong() != MAGIC) {
      throw bad(file, 0, "not a packed record file: it does not start with SBRECORD");
    }
    int version = block.getInt();
    if (version != VERSION) {
      throw bad(
          file,
          8,
          "packed record file of version %d; this release reads version %d: use the release that wrote it, or pack the data set again"
              .formatted(version, VERSION));
    }
    if (block.getLong(CHECKSUM_AT) != checksum(block)) {
      throw damaged(file, 0, "header checksum mismatch");
    }
    block.getInt();
    PackedHeader header =
        new PackedHeader(
            new PackedSummary(
                block.getLong(),
                block.getLong(),
                block.getLong(),
                block.getInt(),
                block.getInt(),
                HexFormat.of().toHexDigits(block.getLong()),
                notes(block)),
            block.getLong(),
            block.getLong(),
            block.getLong(),
            block.getLong());
    long expected = header.indexOffset + header.indexBytes;
    if (expected != size) {
      throw damaged(file, size, "the file has %,d bytes, expected %,d".formatted(size, expected));
    }
    if (!header.isPossible(size)) {
      throw damaged(file, 0, "impossible numbers in the header");
    }
    return header;
  }

  /** Whether a file of this size may have such numbers. */
  private boolean isPossible(long size) {
    return indexOffset >= BLOCK_BYTES
        && indexOffset % BLOCK_BYTES == 0
        && frames >= 0
        && frames <= indexBytes / ENTRY_BYTES
        && indexBytes == BlockFile.padded(Math.max(1, frames * ENTRY_BYTES))
        && indexBytes <= Integer.MAX_VALUE - 2 * BLOCK_BYTES
        && Math.min(summary.keyBytes(), summary.valueBytes()) >= 0
        && Math.max(summary.keyBytes(), summary.valueBytes()) <= size
        && summary.maxKeyBytes() >= 0
        && summary.maxKeyBytes() <= RecordReader.MAX_KEY_BYTES
        && summary.maxValueBytes() >= 0
        && summary.maxValueBytes() <= RecordReader.MAX_VALUE_BYTES;
  }

  private static long checksum(ByteBuffer block) {
    return BlockFile.XXH64.hash(block, 0, CHECKSUM_AT, 0);
  }

  /** For a packed file that is not as it was written. */
  static BadInputException damaged(BlockFile file, long offset, String problem) {
    return bad(
        file,
        offset,
        "damaged packed record file: "
            + problem
            + "; restore it from a copy or pack the data set again (in the cache folder, deleting"
            + " it is enough)");
  }

  private static BadInputException bad(BlockFile file, long offset, String problem) {
    return new BadInputException(new Place(file.path().toString(), 0, offset), problem);
  }
}
