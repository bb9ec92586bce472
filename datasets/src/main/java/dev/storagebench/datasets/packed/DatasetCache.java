package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A folder of packed data sets, each packed once and used again until its input changes. Safe for
 * any number of threads and processes at once: one packs, the others wait for it.
 *
 * <p>A file is {@code format-input-<16 hex digits>.records}, the digits a hash of the input's
 * identity and the options; beside it stand its report ({@code .json}) and an empty {@code .lock}.
 * It is used again if its header, index and sidecar are sound; if it was changed since it was
 * packed, its frames are read and checked as well. Whatever is not sound is packed again.
 *
 * <p>An input whose identity is never the same twice (standard input) is packed each time, into a
 * file named by the digest of its records, so that the same input piped in ten times is kept once.
 * Those files, and what killed processes left, are removed {@value CacheFolder#KEPT_DAYS} days
 * after they were written, whenever something is packed. Files of inputs that are gone or changed
 * are not removed: the folder may be emptied by hand whenever nothing runs.
 */
public final class DatasetCache {
  private final CacheFolder folder;

  /**
   * A cache in this folder.
   *
   * @param folder where the files are kept; created on first use
   */
  public DatasetCache(Path folder) {
    this.folder = new CacheFolder(folder);
  }

  /**
   * The data set as a packed file, packed now if the cache does not hold it. On failure nothing is
   * left behind.
   *
   * @param progress told while packing; not at all if the file comes from the cache
   * @throws BadInputException for a bad record, unless the options skip them, and for an input
   *     without any record
   * @throws IllegalArgumentException if there is no such format; the message lists the valid names
   */
  @SuppressWarnings("try") // the lock is held, not called
  public Packed obtain(DatasetSpec spec, PackingOptions options, PackingProgress progress)
      throws IOException {
    folder.create();
    String input = spec.identity();
    boolean repeatable = input.equals(spec.identity());
    String identity =
        "%s; skipBad=%s; duplicates=%s"
            .formatted(repeatable ? input : spec, options.read().skipBad(), options.duplicates());
    Path file = folder.file(spec, repeatable ? hash(identity) : "once-" + hash(identity));
    try (ProcessLock lock = ProcessLock.take(folder.lockOf(file))) {
      folder.removeTemporariesOf(file);
      Packed cached = repeatable ? sound(file, identity) : null;
      if (cached != null) {
        return cached;
      }
      folder.removeOld();
      Packer.Outcome outcome;
      try (RecordReader reader = spec.open(options.read())) {
        outcome = new Packer(spec.toString(), options.duplicates(), progress).pack(reader, file);
      }
      return repeatable ? finished(file, identity, outcome) : finishedOnce(file, identity, outcome);
    }
  }

  private static String hash(String text) {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    return HexFormat.of().toHexDigits(Layout.XXH64.hash(bytes, 0, bytes.remaining(), 0));
  }

  private Packed finishedOnce(Path file, String identity, Packer.Outcome outcome)
      throws IOException {
    try {
      Path named = folder.oneOff(file, outcome.summary().digest());
      Files.move(file, named, StandardCopyOption.ATOMIC_MOVE);
      return finished(named, identity, outcome);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Packed finished(Path file, String identity, Packer.Outcome outcome)
      throws IOException {
    entry(file, identity, outcome.summary(), outcome.report()).write(file);
    return new Packed(file, outcome.summary(), outcome.report(), false);
  }

  private static CacheEntry entry(
      Path file, String identity, PackedSummary summary, PackingReport report) throws IOException {
    long modified = Files.getLastModifiedTime(file).toMillis();
    return new CacheEntry(identity, summary.digest(), modified, report);
  }

  /** The cached file, or null if there is none that can be trusted. */
  private static @Nullable Packed sound(Path file, String identity) throws IOException {
    CacheEntry entry = CacheEntry.read(file);
    if (entry == null || !entry.identity().equals(identity) || Files.notExists(file)) {
      return null;
    }
    try (PackedFile packed = PackedFile.open(file)) {
      PackedSummary summary = packed.summary();
      if (!summary.digest().equals(entry.digest())) {
        return null;
      }
      CacheEntry now = entry(file, identity, summary, entry.report());
      if (now.modifiedMillis() != entry.modifiedMillis()) {
        readAll(packed);
        now.write(file);
      }
      return new Packed(file, summary, entry.report(), true);
    } catch (BadInputException damaged) {
      // Packed again by the caller, over this one.
      return null;
    }
  }

  private static void readAll(PackedFile packed) throws IOException {
    try (PackedCursor cursor = packed.cursor()) {
      while (cursor.next()) {
        // The cursor checks each frame as it reads it.
      }
    }
  }
}
