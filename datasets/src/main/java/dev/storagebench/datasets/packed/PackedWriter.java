package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.RecordReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A packed record file being written, by one thread. Until {@link #finish} the records stand in a
 * file of a temporary name ({@code target.<16 hex digits>.tmp}) beside the target; closing without
 * finishing removes it.
 *
 * <p>That keys are unique is the caller's business.
 */
public final class PackedWriter implements Closeable {
  static final String TEMPORARY_SUFFIX = ".tmp";

  private final Path target;
  private final TemporaryFile temporary;
  private final BlockFile file;
  private final FrameBuffer frame = new FrameBuffer();
  private final FrameIndex index = new FrameIndex();
  private long offset = Layout.BLOCK_BYTES;
  private long records;
  private long keyBytes;
  private long valueBytes;
  private int maxKeyBytes;
  private int maxValueBytes;
  private long digest;
  private boolean finished;

  private PackedWriter(Path target, TemporaryFile temporary, BlockFile file) {
    this.target = target;
    this.temporary = temporary;
    this.file = file;
  }

  /**
   * Starts a file. A file that stands at the target stays until {@link #finish} replaces it.
   *
   * @param target in a folder that exists
   */
  public static PackedWriter create(Path target) throws IOException {
    String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    TemporaryFile temporary =
        new TemporaryFile(
            target.resolveSibling(target.getFileName() + "." + unique + TEMPORARY_SUFFIX));
    try {
      return new PackedWriter(target, temporary, BlockFile.create(temporary.path()));
    } catch (IOException | RuntimeException e) {
      temporary.close();
      throw e;
    }
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
    if (!frame.fits(keyLength, valueLength)) {
      writeFrame();
    }
    frame.add(key, value);
    digest = Layout.XXH64.hash(key, key.position(), keyLength, digest);
    digest = Layout.XXH64.hash(value, value.position(), valueLength, digest);
    records++;
    keyBytes += keyLength;
    valueBytes += valueLength;
    maxKeyBytes = Math.max(maxKeyBytes, keyLength);
    maxValueBytes = Math.max(maxValueBytes, valueLength);
  }

  private void check(String what, int length, int min, int max) {
    if (length < min || length > max) {
      throw new IllegalArgumentException(
          "the %s of record %,d has %,d bytes, a packed file holds %,d to %,d"
              .formatted(what, records, length, min, max));
    }
  }

  private void writeFrame() throws IOException {
    if (frame.records() > 0) {
      frame.seal(records - frame.records());
      index.add(offset, records - frame.records(), frame.headBytes(), frame.bodyBytes());
      file.write(frame.head(), frame.headBytes(), offset);
      offset += frame.headBytes();
      file.write(frame.body(), frame.bodyBytes(), offset);
      offset += frame.bodyBytes();
      frame.reset();
    }
  }

  /**
   * Writes the rest, puts everything onto stable storage and renames the file to the target,
   * atomically, over a file that may stand there.
   */
  public PackedSummary finish() throws IOException {
    writeFrame();
    PackedSummary summary =
        new PackedSummary(
            records,
            keyBytes,
            valueBytes,
            maxKeyBytes,
            maxValueBytes,
            HexFormat.of().toHexDigits(digest));
    ByteBuffer indexBytes = index.encode();
    int length = indexBytes.capacity();
    file.write(indexBytes, length, offset);
    ByteBuffer block = Layout.allocate(Layout.BLOCK_BYTES);
    new Header(summary, index.size(), offset, length, Layout.XXH64.hash(indexBytes, 0, length, 0))
        .encode(block);
    file.write(block, Layout.BLOCK_BYTES, 0);
    file.sync();
    file.close();
    Files.move(temporary.path(), target, StandardCopyOption.ATOMIC_MOVE);
    finished = true;
    temporary.close();
    syncFolder();
    return summary;
  }

  private void syncFolder() throws IOException {
    try (FileChannel folder =
        FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException unsupported) {
      // Windows opens no folders; the rename is then as durable as the file system makes it.
      if (Files.notExists(target)) {
        throw unsupported;
      }
    }
  }

  /** Closes the file, and removes it unless it was finished. */
  @Override
  public void close() throws IOException {
    if (!finished) {
      try {
        file.close();
      } finally {
        temporary.close();
      }
    }
  }
}
