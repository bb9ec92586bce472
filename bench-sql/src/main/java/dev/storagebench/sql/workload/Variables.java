package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.ValuePool;
import dev.storagebench.sql.table.ColumnChecksum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;

/** The variables of a script for one client, and what its expressions draw from. */
final class Variables {
  /** The predefined ones; a variable's index here is its slot. */
  static final List<String> PREDEFINED =
      List.of("table", "rows", "tables", "scale", "client_id", "random_seed", "default_seed");

  static final int TABLE = 0;
  static final int ROWS = 1;
  static final int TABLES = 2;
  static final int DEFAULT_SEED = 6;

  // New rows are numbered from behind all that were loaded, each client's apart.
  private static final long CLIENT_SPAN = 100_000_000L;

  final WorkloadContext context;
  final UniformRandomProvider random;
  private final int client;
  private final UniformRandomProvider contents;
  final ZigguratSampler.NormalizedGaussian normal;
  private final LongSupplier[] rows;
  private final long[] calls;
  private final @Nullable Zipf[] zipfs;
  private final ByteBuffer buffer;
  private Object[] values;

  /** The sampler of a call's last range. */
  private record Zipf(long ranks, double exponent, SharedStateDiscreteSampler sampler) {}

  Variables(Script script, WorkloadContext context, int client) {
    this.context = context;
    this.client = client;
    this.random = context.seeds().generator(client, Seeds.Purpose.KEYS);
    this.contents = context.seeds().generator(client, Seeds.Purpose.VALUES);
    this.normal = ZigguratSampler.NormalizedGaussian.of(random);
    this.calls = new long[script.calls()];
    this.zipfs = new Zipf[script.calls()];
    this.buffer = ValueChecksum.buffer(context.set().values().maxBytes());
    int tables = context.layout().tables();
    this.rows = new LongSupplier[tables];
    for (int table = 0; table < tables; table++) {
      rows[table] = context.distribution().over(Math.max(1, context.rowsIn(table)), random);
    }
    long seed = context.seeds().master();
    values =
        Arrays.copyOf(
            new Object[] {1L, 0L, (long) tables, context.scale(), (long) client, seed, seed},
            script.variables());
  }

  Object get(int slot) {
    // Rows follow from the table.
    return slot == ROWS ? context.rowsIn(table()) : values[slot];
  }

  void set(int slot, Object value) {
    if (slot == TABLE) {
      long table = (Long) value;
      if (table < 1 || table > rows.length) {
        throw new ArithmeticException(
            "no table %d; tables are numbered from 1 to %d".formatted(table, rows.length));
      }
    }
    values[slot] = value;
  }

  /** All values as they are now. */
  Object[] save() {
    return values.clone();
  }

  void restore(Object[] saved) {
    values = saved.clone();
  }

  /** Chooses the table of a run. */
  void drawTable() {
    set(TABLE, rows.length == 1 ? 1L : 1L + random.nextInt(rows.length));
  }

  /** The current table, from 0. */
  int table() {
    return (int) (long) (Long) values[TABLE] - 1;
  }

  /** An id of the current table, by the distribution of the run. */
  long row() {
    return rows[table()].getAsLong();
  }

  /** An id that no row has been loaded with, another one at each call. */
  long newRow(int call) {
    return context.records() + 1 + (client + 1L) * CLIENT_SPAN + calls[call]++;
  }

  /** A rank from 0 on. */
  long zipf(int call, long ranks, double exponent) {
    Zipf last = zipfs[call];
    if (last == null || last.ranks != ranks || last.exponent != exponent) {
      if (ranks > Integer.MAX_VALUE) {
        throw new ArithmeticException(
            "a range of %d integers (expected at most %d)".formatted(ranks, Integer.MAX_VALUE));
      }
      last =
          new Zipf(
              ranks, exponent, RejectionInversionZipfSampler.of(random, (int) ranks, exponent));
      zipfs[call] = last;
    }
    return last.sampler.sample() - 1L;
  }

  /** The {@code k} with which a row of the current table was loaded. */
  long k(long id) {
    return ColumnChecksum.k(table(), id, context.layout().maxK(context.records()));
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
    ValuePool pool = context.set().values();
    buffer.clear();
    int length = pool.copy(contents.nextInt(pool.size()), buffer);
    return ColumnChecksum.withChecksum(buffer.duplicate().position(0).limit(length), table(), id);
  }
}
