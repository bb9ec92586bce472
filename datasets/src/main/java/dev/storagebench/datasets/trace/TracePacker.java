package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.packed.Operation;
import dev.storagebench.datasets.packed.OperationCursor;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.OperationFile.Before;
import dev.storagebench.datasets.packed.OperationWriter;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.PackedWriter;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.SeenKeys;
import dev.storagebench.datasets.packed.TemporaryFile;
import dev.storagebench.datasets.packed.TraceSummary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Packs a trace: its distinct keys as records, those first that the trace expects to be stored, and
 * its operations, which name keys by their index. Reads the trace once; takes 30 to 45 bytes of
 * memory a key, and the disk holds keys and operations twice for a while.
 *
 * <p>A key's record has the size that the trace records first for it.
 */
final class TracePacker {
  private static final long PROGRESS_OPERATIONS = 1 << 16;
  private static final int MAX_KEYS = 1 << 30;
  private static final long DEFAULT_VALUE_BYTES = 100;

  // What is known of a key, by its number.
  private static final byte EXPECTED = 1;

  private final TraceReader trace;
  private final PackingProgress progress;
  private final SeenKeys seen = new SeenKeys();
  private byte[] states = new byte[1 << 10];
  private int[] sizes = new int[1 << 10];
  private int keys;
  private long operations;
  private long lastNanos;
  private final IntSummaryStatistics recordedSizes = new IntSummaryStatistics();
  private int largestKey;
  private final Map<String, Long> kinds = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();

  TracePacker(TraceReader trace, PackingProgress progress) {
    this.trace = trace;
    this.progress = progress;
  }

  /** Writes the operations, and then the records, which stand for both. */
  PackedSummary pack(TraceOptions options, Path target) throws IOException {
    try (TemporaryFile raw = TemporaryFile.of(target)) {
      try {
        read(options, raw.path());
        writeOperations(raw.path(), target, number(options.valueBytes()));
        return writeRecords(raw.path(), target);
      } finally {
        Files.deleteIfExists(OperationFile.beside(raw.path()));
      }
    }
  }

  private void read(TraceOptions options, Path raw) throws IOException {
    long most = options.maxOperations();
    try (PackedWriter rawKeys = PackedWriter.create(raw);
        OperationWriter rawOperations = OperationWriter.create(raw)) {
      ByteBuffer none = ByteBuffer.allocate(0);
      while (operations < most && trace.next()) {
        Operation kind = trace.operation().replayed();
        if (kind == null) {
          skipped.merge(trace.operation().name(), trace.repeats(), Long::sum);
          continue;
        }
        long repeats = Math.min(trace.repeats(), most - operations);
        if (repeats == 0) {
          continue;
        }
        // Numbers start at 1, keys at 0.
        int key = (int) seen.putIfAbsent(trace.key(), keys + 1L) - 1;
        if (key < 0) {
          key = newKey();
          rawKeys.add(trace.key(), none);
        }
        note(key);
        long word = OperationFile.word(kind, key, trace.size(), Before.UNTOUCHED);
        for (long i = 0; i < repeats; i++) {
          rawOperations.add(word, trace.timed() ? trace.nanos() : operations);
          operations++;
        }
        kinds.merge(trace.operation().name(), repeats, Long::sum);
        if (operations % PROGRESS_OPERATIONS == 0) {
          progress.packed(operations, recordedSizes.getSum());
        }
      }
      progress.packed(operations, recordedSizes.getSum());
      if (trace.counts().badRecords() > 0) {
        skipped.put("lines that cannot be parsed", trace.counts().badRecords());
      }
      if (operations == 0) {
        throw new BadInputException(
            InputSource.of(options.given().file()).name(),
            "no operation that can be replayed; skipped: %s; operations are %s"
                .formatted(skipped, OperationNames.valid()));
      }
      rawKeys.finish();
      rawOperations.finish(summary(0));
    }
  }

  private TraceSummary summary(long present) {
    return new TraceSummary(operations, present, trace.timed(), lastNanos, kinds, skipped);
  }

  private int newKey() {
    if (keys == MAX_KEYS) {
      throw new IllegalArgumentException(
          "more than %,d different keys; replay the first part: operations=100m"
              .formatted(MAX_KEYS));
    }
    if (keys == states.length) {
      int larger = (int) Math.min(MAX_KEYS, keys * 3L / 2);
      states = Arrays.copyOf(states, larger);
      sizes = Arrays.copyOf(sizes, larger);
    }
    states[keys] = trace.operation().expectsValue() && !trace.missed() ? EXPECTED : 0;
    return keys++;
  }

  private void note(int key) {
    int size = trace.size();
    if (size > 0) {
      sizes[key] = sizes[key] == 0 ? size : sizes[key];
      largestKey = size > recordedSizes.getMax() ? key : largestKey;
      recordedSizes.accept(size);
    }
  }

  /**
   * Gives keys their index: those that are there at the start come first. A key is there if the
   * trace reads it before it writes it, unless that read was a miss.
   *
   * @return how many are there at the start
   */
  private int number(OptionalLong valueBytes) {
    long sized = recordedSizes.getCount();
    long mean = sized == 0 ? DEFAULT_VALUE_BYTES : recordedSizes.getSum() / sized;
    int unknown = (int) valueBytes.orElse(mean);
    // The record file says how long a value gets.
    sizes[largestKey] = Math.max(recordedSizes.getMax(), sizes[largestKey]);
    int present = 0;
    for (int key = 0; key < keys; key++) {
      present += states[key];
      sizes[key] = sizes[key] == 0 ? unknown : sizes[key];
    }
    return present;
  }

  /** Replaces numbers by indexes, and spreads operations of equal times over the clock's step. */
  private void writeOperations(Path raw, Path target, int present) throws IOException {
    int[] indexes = indexes(present);
    Before[] known = new Before[keys];
    Arrays.fill(known, Before.UNTOUCHED);
    long step = trace.timed() ? trace.resolutionNanos() : 1;
    try (OperationFile file = OperationFile.open(raw);
        OperationCursor ahead = file.cursor();
        OperationCursor from = file.cursor();
        OperationWriter to = OperationWriter.create(target)) {
      boolean more = ahead.next();
      while (more) {
        long nanos = ahead.nanos();
        long equal = 0;
        while (more && ahead.nanos() == nanos) {
          equal++;
          more = ahead.next();
        }
        for (long i = 0; i < equal && from.next(); i++) {
          int key = from.key();
          Operation kind = from.kind();
          Before before = known[key];
          lastNanos = nanos + (long) ((double) step * i / equal);
          to.add(OperationFile.word(kind, indexes[key], from.size(), before), lastNanos);
          known[key] = before.then(kind);
        }
      }
      to.finish(summary(present));
    }
  }

  private int[] indexes(int present) {
    int[] indexes = new int[keys];
    int there = 0;
    int absent = present;
    for (int key = 0; key < keys; key++) {
      indexes[key] = states[key] == EXPECTED ? there++ : absent++;
    }
    return indexes;
  }

  private PackedSummary writeRecords(Path raw, Path target) throws IOException {
    GeneratedValues values = new GeneratedValues();
    try (PackedFile file = PackedFile.open(raw);
        PackedWriter writer = PackedWriter.create(target)) {
      for (byte state : new byte[] {EXPECTED, 0}) {
        try (PackedCursor cursor = file.cursor()) {
          while (cursor.next()) {
            int key = (int) cursor.index();
            if (states[key] == state) {
              writer.add(
                  cursor.key(),
                  values.next(OperationFile.payloadBytes(sizes[key]), 2L * key + state));
            }
          }
        }
      }
      return writer.finish(trace.counts().notes());
    }
  }
}
