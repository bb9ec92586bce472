package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * A folder of packed data sets, each packed once and used again until its input changes. Safe for
 * any number of threads and processes at once: one packs, the others wait for it.
 *
 * <p>A file is {@code format-input-<16 hex digits>.records}, the digits a hash of the input's
 * identity and the options; beside it stand its {@link KeyTable} ({@code .keys}) and an empty
 * {@code .lock}. It is used again if its first block and catalog are sound; frames are checked
 * whenever they are read.
 *
 * <p>Files of inputs that are gone or changed are not removed: the folder may be emptied by hand
 * whenever nothing runs.
 *
 * @param folder where the files are kept; created on first use
 */
public record DatasetCache(Path folder) {
  private static final int READABLE_LENGTH = 60;
  private static final String SUFFIX = ".records";

  /**
   * The data set as a packed file, packed now if the cache does not hold it. On failure nothing is
   * left behind.
   *
   * @param progress called while packing; not at all if the file comes from the cache
   * @throws BadInputException for a bad record, unless the options skip them, and for an input
   *     without any record
   * @throws IllegalArgumentException if there is no such format; the message lists the valid names
   */
  @SuppressWarnings("try") // the lock is held, not called
  public Path obtain(DatasetSpec spec, ReadOptions options, PackingProgress progress)
      throws IOException {
    Files.createDirectories(folder);
    RecordFormat format = spec.recordFormat();
    String hash = hash("%s; skipBad=%s; notes".formatted(spec.identity(), options.skipBad()));
    Path file = folder.resolve(readableName(spec) + "-" + hash + SUFFIX);
    try (ProcessLock lock = ProcessLock.take(OwnedFolder.lockOf(file))) {
      removeAll(file.getFileName() + ".*" + TemporaryFile.SUFFIX + "*");
      if (!isSound(format, file)) {
        if (format instanceof PackingFormat own) {
          own.pack(spec.argument(), options, file, progress);
        } else {
          try (RecordReader reader = format.open(spec.argument(), options)) {
            Packer.pack(spec.toString(), reader, file, progress);
          }
        }
        KeyTable.prepare(file);
      }
      return file;
    }
  }

  /** Removes the temporary files of processes that died while they packed. */
  public void sweep() throws IOException {
    for (Path file : OwnedFolder.in(folder, "*")) {
      // 16 digits: not those of another lock, whose file has a longer name.
      String files = file.getFileName() + "{,.*}.????????????????" + TemporaryFile.SUFFIX + "*";
      OwnedFolder.ifDead(file, each -> removeAll(files));
    }
  }

  private static String readableName(DatasetSpec spec) {
    String argument = spec.argument().replaceAll("[/\\\\]+$", "");
    String last = argument.substring(argument.replace('\\', '/').lastIndexOf('/') + 1);
    String readable = (spec.format() + "-" + last).replaceAll("[^A-Za-z0-9._-]+", "_");
    return readable.substring(0, Math.min(readable.length(), READABLE_LENGTH));
  }

  /** A hash of a text, as 16 hexadecimal digits. */
  public static String hash(String text) {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    return HexFormat.of().toHexDigits(BlockFile.XXH64.hash(bytes, 0, bytes.remaining(), 0));
  }

  @SuppressWarnings("try") // opening is the check
  private static boolean isSound(RecordFormat format, Path file) throws IOException {
    try (PackedFile packed = PackedFile.open(file)) {
      return !(format instanceof PackingFormat own) || own.isComplete(file);
    } catch (NoSuchFileException | BadInputException unusable) {
      // Packed again by the caller, over this one.
      return false;
    }
  }

  /** Removes the files of this name. */
  private void removeAll(String glob) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
      for (Path path : files) {
        Files.deleteIfExists(path);
      }
    }
  }
}
