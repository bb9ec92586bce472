package dev.storagebench.datasets.packed;

import static dev.storagebench.datasets.packed.BlockFile.BLOCK_BYTES;
import static dev.storagebench.datasets.packed.BlockFile.XXH64;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packed files that somebody else made: all checksums are right, whatever the numbers say. An input
 * has the files' blocks without their padding.
 */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class PackedFuzzIT {
  private static final int START = 32;
  private static final int FRAME_HEAD = 70;
  private static final int JSON_LENGTH_AT = 12;
  private static final int CATALOG_BLOCK = 3;

  @TempDir private Path folder;

  @Test
  void records() throws IOException {
    Path file = folder.resolve("x.records");
    TestRecord.pack(
        file,
        List.of(new TestRecord("a", "one"), new TestRecord("b", ""), new TestRecord("c", "3")));
    fuzz("packed records", file, 4, input -> readAll(file));
  }

  private static void fuzz(String name, Path file, int bodyBytes, Fuzz.Parser reading)
      throws IOException {
    byte[] sound = Files.readAllBytes(file);
    assertThat(sound).hasSize(4 * BLOCK_BYTES);
    int catalog = ByteBuffer.wrap(sound).order(ByteOrder.LITTLE_ENDIAN).getInt(JSON_LENGTH_AT);
    Fuzz.of(
            name,
            List.of(compact(sound, START, FRAME_HEAD, bodyBytes, catalog)),
            BadInputException.class)
        .at(file.toString())
        .check(
            50_000,
            input -> {
              byte[] bytes = blocks(Fuzz.bytes(input), START, FRAME_HEAD, bodyBytes, catalog);
              ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
              numbers.putLong(BLOCK_BYTES + 40, hash(bytes, 2 * BLOCK_BYTES, BLOCK_BYTES));
              numbers.putLong(BLOCK_BYTES, hash(bytes, BLOCK_BYTES + 8, BLOCK_BYTES - 8));
              withCatalogChecksums(bytes);
              Fuzz.write(file, bytes);
              reading.parse(input);
            });
  }

  private static void readAll(Path file) throws IOException {
    try (PackedFile packed = PackedFile.open(file);
        PackedCursor cursor = packed.cursor(0, 1)) {
      for (long records = 0; cursor.next(); records++) {
        assertThat(records).isLessThan(BLOCK_BYTES);
        assertThat(cursor.key().remaining()).isBetween(1, RecordReader.MAX_KEY_BYTES);
        assertThat(cursor.value().remaining()).isLessThanOrEqualTo(BLOCK_BYTES);
      }
      if (packed.summary().records() > 0) {
        assertThat(KeyTable.open(packed).size()).isEqualTo(packed.summary().records());
      }
    }
  }

  @Test
  void operations() throws IOException {
    Path records = folder.resolve("x.records");
    try (OperationWriter writer = OperationWriter.create(records)) {
      writer.add(OperationFile.word(Operation.PUT, 0, 10, OperationFile.Before.UNTOUCHED), 0);
      writer.add(OperationFile.word(Operation.GET, 1, 0, OperationFile.Before.STORED), 7);
      writer.finish(new TraceSummary(2, 1, true, 7, Map.of("set", 1L, "get", 1L), Map.of("x", 1L)));
    }
    Path file = OperationFile.beside(records);
    int bodyBytes;
    try (PackedFile packed = PackedFile.open(file)) {
      bodyBytes = (int) packed.summary().valueBytes();
    }
    fuzz(
        "packed operations",
        file,
        bodyBytes,
        input -> {
          try (OperationFile opened = OperationFile.open(records);
              OperationCursor cursor = opened.cursor()) {
            while (cursor.next()) {
              assertThat(cursor.kind()).isNotNull();
            }
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
        });
  }

  private static void withCatalogChecksums(byte[] file) {
    ByteBuffer numbers = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int end = file.length;
    while (file[end - 1] == 0 && end > CATALOG_BLOCK * BLOCK_BYTES + 1) {
      end--;
    }
    numbers.putInt(JSON_LENGTH_AT, end - CATALOG_BLOCK * BLOCK_BYTES);
    numbers.putLong(24, hash(file, CATALOG_BLOCK * BLOCK_BYTES, BLOCK_BYTES));
    numbers.putLong(BLOCK_BYTES - 8, hash(file, 0, BLOCK_BYTES - 8));
  }

  private static long hash(byte[] bytes, int from, int length) {
    return XXH64.hash(bytes, from, length, 0);
  }

  /** The first bytes of each block. */
  private static String compact(byte[] file, int... lengths) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lengths.length; i++) {
      text.append(
          Fuzz.text(Arrays.copyOfRange(file, i * BLOCK_BYTES, i * BLOCK_BYTES + lengths[i])));
    }
    return text.toString();
  }

  /** The blocks again, the last with all that is left. */
  private static byte[] blocks(byte[] compact, int... lengths) {
    byte[] file = new byte[lengths.length * BLOCK_BYTES];
    int from = 0;
    for (int i = 0; i < lengths.length; i++) {
      int length = i == lengths.length - 1 ? BLOCK_BYTES : lengths[i];
      length = Math.min(length, Math.max(0, compact.length - from));
      System.arraycopy(compact, from, file, i * BLOCK_BYTES, length);
      from += length;
    }
    return file;
  }
}
