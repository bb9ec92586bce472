package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static java.util.Objects.requireNonNull;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.input.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.stream.LongStream;

/**
 * The operations of a trace, in order, beside the packed file with its keys ({@code
 * x.records.ops}): 16 bytes an operation, little endian, and a {@link Catalog}, past the page
 * cache. For several threads there is a copy divided by key ({@code x.records.ops.8}), so that each
 * thread reads its own part front to back.
 *
 * <p>The first word of an operation holds, from the lowest bit, 30 bits of the key's index, 30 bits
 * of the value's recorded size, 2 bits of {@link Operation} and 2 bits of {@link Before}; the
 * second is its time in nanoseconds after the first operation, or its number where the trace has no
 * times.
 */
public final class OperationFile implements Closeable {
  static final int ENTRY_BYTES = 16;

  /** Unit of writing, reading and hashing; the hash of a piece is the seed of the next. */
  static final int PIECE_BYTES = 128 << 10;

  /** One operation in this many, the first ones, warms up. */
  static final int WARM_UP_SHARE = 10;

  private static final String SUFFIX = ".ops";
  private static final int CHECKSUM_BYTES = 8;
  static final int FIELD_BITS = 30;
  static final int KIND_SHIFT = 2 * FIELD_BITS;
  static final int BEFORE_SHIFT = KIND_SHIFT + 2;

  /** State of a key by its earlier operations, in the order of the codes, from 0. */
  public enum Before {
    /** Nothing: whether it is stored depends on the store that the replay starts with. */
    UNTOUCHED,
    /** It is stored. */
    STORED,
    /** It is deleted. */
    DELETED;

    /** State after an operation of this kind. */
    public Before then(Operation kind) {
      return switch (kind) {
        case GET -> this;
        case PUT, UPDATE -> STORED;
        case DELETE -> DELETED;
      };
    }
  }

  /**
   * A thread's operations.
   *
   * @param warmUp how many of them, the first ones, warm up
   * @param checksum of all pieces
   */
  record Part(long offset, long operations, long warmUp, long checksum) {}

  /**
   * Catalog of the file.
   *
   * @param digest of the operations; in a divided file those of the one it was made from
   */
  record Head(long digest, TraceSummary summary, List<Part> parts) {
    Head {
      requireNonNull(summary);
      parts = List.copyOf(parts);
    }
  }

  private final BlockFile file;
  private final Head head;
  private final ExecutorService readers = BlockFile.readAheadThreads();

  private OperationFile(BlockFile file) throws IOException {
    this.file = file;
    this.head = Catalog.OPERATIONS.read(file, Head.class);
    for (Part part : head.parts) {
      if (part.offset < BLOCK_BYTES
          || part.offset > file.size()
          || part.offset % BLOCK_BYTES != 0
          || part.operations < 0
          || part.operations > (file.size() - part.offset) / ENTRY_BYTES) {
        throw Catalog.OPERATIONS.damaged(file, 0, "impossible part of the operations");
      }
    }
  }

  /** The file beside a packed record file. */
  public static Path beside(Path records) {
    return records.resolveSibling(records.getFileName() + SUFFIX);
  }

  /** Opens the operations of a packed record file, in one part. */
  public static OperationFile open(Path records) throws IOException {
    return read(beside(records));
  }

  /**
   * Opens the operations of a packed record file, in a part for each thread; writes the divided
   * file if there is none yet.
   */
  @SuppressWarnings("try") // the lock is held, not called
  public static OperationFile open(Path records, int threads) throws IOException {
    OperationFile whole = open(records);
    if (threads == 1) {
      return whole;
    }
    Path path = records.resolveSibling(beside(records).getFileName() + "." + threads);
    try (whole;
        ProcessLock lock = ProcessLock.take(OwnedFolder.lockOf(path))) {
      if (!isDivided(path, whole)) {
        whole.divide(path, threads);
      }
      return read(path);
    }
  }

  private static OperationFile read(Path path) throws IOException {
    return CloseOnFailure.of(BlockFile.read(path), OperationFile::new);
  }

  private static boolean isDivided(Path path, OperationFile whole) throws IOException {
    try (OperationFile divided = read(path)) {
      return divided.head.digest == whole.head.digest;
    } catch (NoSuchFileException | BadInputException unusable) {
      return false;
    }
  }

  private void divide(Path path, int threads) throws IOException {
    long[] sizes = new long[threads];
    try (OperationCursor all = cursor(0)) {
      while (all.next()) {
        sizes[threadOf(all.key(), threads)]++;
      }
    }
    long left = head.parts.get(0).warmUp();
    try (OperationCursor all = cursor(0);
        OperationWriter writer = new OperationWriter(path, LongStream.of(sizes).boxed().toList())) {
      while (all.next()) {
        writer.add(threadOf(all.key(), threads), all.word(), all.nanos(), left-- > 0);
      }
      writer.finish(head.summary, 0, head.digest);
    }
  }

  /** Spreads neighbouring keys; all operations of one key belong to one thread. */
  private static int threadOf(int key, int threads) {
    return (int) ((((key * 0x9E3779B97F4A7C15L) >>> 33) * threads) >>> 31);
  }

  /** An operation's first word, see above. */
  @SuppressWarnings("EnumOrdinal") // the constants are in the order of their codes
  public static long word(Operation kind, int key, int size, Before before) {
    return key
        | ((long) size << FIELD_BITS)
        | ((long) kind.ordinal() << KIND_SHIFT)
        | ((long) before.ordinal() << BEFORE_SHIFT);
  }

  /** The length of a value without the checksum that it is stored with. */
  public static int payloadBytes(int valueBytes) {
    return Math.max(0, valueBytes - CHECKSUM_BYTES);
  }

  /** The totals of the trace. */
  public TraceSummary summary() {
    return head.summary;
  }

  /** 16 hexadecimal digits that stand for all operations and their order. */
  public String digest() {
    return HexFormat.of().toHexDigits(head.digest);
  }

  /** A walk over a part's operations in their order, for one thread. */
  public OperationCursor cursor(int part) {
    return new OperationCursor(file, head.parts.get(part), readers);
  }

  @Override
  public void close() throws IOException {
    readers.shutdown();
    file.close();
  }
}
