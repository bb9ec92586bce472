package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.ValuePool;
import dev.storagebench.sql.table.ColumnChecksum;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/** The variables of a script for one client, and what their expressions draw from. */
final class Variables {
  /** The predefined ones; a variable's index here is its slot. */
  static final List<String> PREDEFINED =
      List.of("table", "rows", "tables", "scale", "client_id", "random_seed", "default_seed");

  static final int TABLE = 0;
  static final int ROWS = 1;
  private static final int TABLES = 2;
  private static final int SCALE = 3;
  private static final int CLIENT = 4;
  private static final int RANDOM_SEED = 5;
  static final int DEFAULT_SEED = 6;

  // New rows are numbered from behind all that were loaded, each client's apart.
  private static final long CLIENT_SPAN = 100_000_000L;

  /** Integers, and doubles as their bits. */
  final long[] numbers;

  final @Nullable Object[] texts;
  final WorkloadContext scene;
  final UniformRandomProvider random;
  private final int client;
  private final UniformRandomProvider contents;
  private final ZigguratSampler.NormalizedGaussian normal;
  private final KeyDistribution.Chooser[] rows;
  private final long[] calls;
  private final @Nullable Zipf[] zipfs;
  private final ByteBuffer buffer;

  /** Ranks by Zipf's law, kept until another range or exponent is asked for. */
  private record Zipf(int ranks, double exponent, SharedStateDiscreteSampler sampler) {}

  Variables(Script script, WorkloadContext scene, int client) {
    this.scene = scene;
    this.client = client;
    this.random = scene.seeds().generator(client, Seeds.Purpose.KEYS);
    this.contents = scene.seeds().generator(client, Seeds.Purpose.VALUES);
    this.normal = ZigguratSampler.NormalizedGaussian.of(random);
    this.numbers = new long[script.slots()];
    this.texts = new Object[script.slots()];
    this.calls = new long[script.calls()];
    this.zipfs = new Zipf[script.calls()];
    this.buffer = ValueChecksum.buffer(scene.set().values().maxBytes());
    this.rows = new KeyDistribution.Chooser[scene.layout().tables()];
    for (int table = 0; table < rows.length; table++) {
      rows[table] = scene.choice().over(Math.max(1, scene.rowsIn(table)), random);
    }
    numbers[TABLES] = rows.length;
    numbers[SCALE] = scene.scale();
    numbers[CLIENT] = client;
    numbers[RANDOM_SEED] = scene.seeds().master();
    numbers[DEFAULT_SEED] = scene.seeds().master();
  }

  /** Draws the table of a run. */
  void drawTable() {
    table(rows.length == 1 ? 1 : 1 + random.nextInt(rows.length));
  }

  /** Goes to a table, by its number from 1. */
  void table(long number) {
    if (number < 1 || number > rows.length) {
      throw new ArithmeticException(
          "no table %d; tables are numbered from 1 to %d".formatted(number, rows.length));
    }
    numbers[TABLE] = number;
    numbers[ROWS] = scene.rowsIn((int) number - 1);
  }

  /** The current table, from 0. */
  int table() {
    return (int) numbers[TABLE] - 1;
  }

  /** An id of the current table, by the distribution of the run. */
  long row() {
    return rows[table()].next();
  }

  /** An id that no row has been loaded with, another one at each call. */
  long newRow(int call) {
    return scene.records() + 1 + (client + 1L) * CLIENT_SPAN + calls[call]++;
  }

  /** Counts from a number on, all clients together. */
  long sequence(int call, long first) {
    return first + client + calls[call]++ * scene.threads();
  }

  double normal() {
    return normal.sample();
  }

  /** A rank from 1 on. */
  long zipf(int call, long ranks, double exponent) {
    Zipf zipf = zipfs[call];
    if (zipf == null || zipf.ranks != ranks || zipf.exponent != exponent) {
      int number = Math.toIntExact(ranks);
      zipf = new Zipf(number, exponent, RejectionInversionZipfSampler.of(random, number, exponent));
      zipfs[call] = zipf;
    }
    return zipf.sampler.sample();
  }

  /** A text as its column has it. */
  static byte[] bytes(@Nullable Object text) {
    return text instanceof byte[] bytes
        ? bytes
        : String.valueOf(text).getBytes(StandardCharsets.UTF_8);
  }

  // Arrays are new ones each time: a statement may still hold the one of before.

  /** Groups of digits with the checksum of a row of the current table. */
  byte[] digits(int length, long id) {
    byte[] digits = new byte[length];
    ColumnChecksum.random(digits, contents);
    ColumnChecksum.digits(digits, table(), id);
    return digits;
  }

  /** A text of the data set with the checksum of a row of the current table. */
  byte[] content(long id) {
    ValuePool pool = scene.set().values();
    buffer.clear();
    int length = pool.copy(contents.nextInt(pool.size()), buffer);
    ByteBuffer text = buffer.duplicate().position(0).limit(length);
    byte[] sealed = new byte[length + ColumnChecksum.TEXT_BYTES];
    text.get(0, sealed, 0, length);
    System.arraycopy(
        ColumnChecksum.ofText(text, table(), id), 0, sealed, length, ColumnChecksum.TEXT_BYTES);
    return sealed;
  }
}
