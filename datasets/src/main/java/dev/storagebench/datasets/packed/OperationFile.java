package dev.storagebench.datasets.packed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.CloseOnFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The operations of a trace, in order, beside the packed file with its keys ({@code
 * x.records.ops}): a {@link PackedFile} whose values have 16 bytes an operation, little endian, the
 * last one a {@link Head}. For several threads there are copies of each thread's part ({@code
 * x.records.ops.8.0} to {@code .7}), divided by key.
 *
 * <p>The first word of an operation holds, from the lowest bit, 30 bits of the key's index, 30 bits
 * of the value's recorded size, 2 bits of {@link Operation} and 2 bits of {@link Before}; the
 * second is its time in nanoseconds after the first operation, or its number where the trace has no
 * times.
 */
public final class OperationFile implements Closeable {
  static final int ENTRY_BYTES = 16;

  /** Size of a value at most, and of a frame. */
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
   * Totals of a file.
   *
   * @param whole the digest of the file that this part was made from; empty for that file
   * @param warmUp how many of the operations, the first ones, warm up
   */
  record Head(String whole, TraceSummary summary, long operations, long warmUp) {
    Head {
      requireNonNull(whole);
      requireNonNull(summary);
    }
  }

  private final PackedFile file;
  private final Head head;

  private OperationFile(PackedFile file) throws IOException {
    this.file = file;
    long records = file.summary().records();
    try (PackedCursor last = new PackedCursor(file, Math.max(0, records - 1), records, true)) {
      String json = last.next() ? UTF_8.decode(last.value()).toString() : "";
      head = JsonMapper.shared().readValue(json, Head.class);
    } catch (JacksonException e) {
      throw BadInputException.damage(
          new Place(file.path().toString(), 0, 0), "this holds no operations", e);
    }
  }

  /** The file beside a packed record file. */
  public static Path beside(Path records) {
    return records.resolveSibling(records.getFileName() + SUFFIX);
  }

  /** Opens the operations of a packed record file. */
  public static OperationFile open(Path records) throws IOException {
    return read(beside(records));
  }

  /** Opens a thread's part of them; writes all parts if this one is missing or outdated. */
  @SuppressWarnings("try") // the lock is held, not called
  public static OperationFile open(Path records, int thread, int threads) throws IOException {
    if (threads == 1) {
      return open(records);
    }
    try (OperationFile whole = open(records);
        ProcessLock lock = ProcessLock.take(OwnedFolder.lockOf(records))) {
      Path part = part(records, thread, threads);
      if (!isCurrent(part, whole)) {
        whole.divide(records, threads);
      }
      return read(part);
    }
  }

  private static OperationFile read(Path path) throws IOException {
    return CloseOnFailure.of(PackedFile.open(path), OperationFile::new);
  }

  private static Path part(Path records, int thread, int threads) {
    return Path.of("%s.%d.%d".formatted(beside(records), threads, thread));
  }

  private static boolean isCurrent(Path part, OperationFile whole) throws IOException {
    try (OperationFile divided = read(part)) {
      return divided.digest().equals(whole.digest());
    } catch (NoSuchFileException | BadInputException unusable) {
      return false;
    }
  }

  private void divide(Path records, int threads) throws IOException {
    List<OperationWriter> parts = new ArrayList<>();
    try (OperationCursor all = cursor()) {
      for (int thread = 0; thread < threads; thread++) {
        parts.add(new OperationWriter(part(records, thread, threads)));
      }
      for (long left = head.warmUp; all.next(); left--) {
        parts.get(threadOf(all.key(), threads)).add(all.word(), all.nanos(), left > 0);
      }
      for (OperationWriter each : parts) {
        each.finish(digest(), head.summary);
      }
    } finally {
      for (OperationWriter each : parts) {
        each.close();
      }
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

  /** 16 hexadecimal digits that stand for all operations of the trace and their order. */
  public String digest() {
    return head.whole.isEmpty() ? file.summary().digest() : head.whole;
  }

  /** A walk over the operations in their order, for one thread. */
  public OperationCursor cursor() {
    return new OperationCursor(file, head);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
