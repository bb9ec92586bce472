package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads the tables of a store in chunks of a few megabytes, each one transaction: the calling
 * thread builds them, others send them. Finally it completes the tables, which may build an index,
 * and compares each table's row count and checksums with what was sent.
 *
 * <p>A load that resumes an earlier one skips the chunks whose last row exists: as chunks are
 * committed as a whole, all their rows do. Other chunks are sent; rows that exist stay the same.
 */
final class RowLoader implements BulkLoader {
  private static final int CHUNK_BYTES = 8 << 20;
  private static final long OFFER_SECONDS = 1;

  private final SqlStore store;
  private final RowMapping mapping;
  private final long rowsPerTable;
  private final boolean resumes;
  private final boolean verifies;
  private final boolean bulk;
  private final List<TableSum> sums = new ArrayList<>();
  private final BlockingQueue<Optional<Chunk>> chunks;
  private final ExecutorService senders;
  private final List<Future<?>> sending = new ArrayList<>();
  private final AtomicLong found = new AtomicLong();
  private final int chunkBytes;
  private List<Server.Part> parts;
  private Chunk[] filling;
  private long rows;
  private int table;

  /**
   * Starts the senders.
   *
   * @param threads how many; chunks stay in order with one
   * @param resumes whether the tables contain what an interrupted load has committed
   */
  RowLoader(
      SqlStore store, RowMapping mapping, long rowsPerTable, int threads, boolean resumes) {
    this.store = store;
    this.mapping = mapping;
    this.rowsPerTable = rowsPerTable;
    this.resumes = resumes;
    // Checksums require that keys are unique, as they are where a load can be resumed.
    this.verifies = resumes || !mapping.replaces();
    this.bulk = store.server().isOwn();
    this.chunks = new ArrayBlockingQueue<>(threads);
    store.tables().forEach(each -> sums.add(new TableSum()));
    this.parts = store.server().parts(store.tables().get(0));
    this.chunkBytes = CHUNK_BYTES / parts.size();
    this.filling = new Chunk[parts.size()];
    this.senders = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      sending.add(senders.submit(this::send));
    }
  }

  /** Rows that are sent together. */
  private final class Chunk {
    private final Server.Part part;
    private final RowBatch batch;
    private byte[] lastKey = {};
    private long rows;

    Chunk(Server.Part part) {
      this.part = part;
      this.batch =
          bulk
              ? store.dialect().bulkBatch(part.table(), mapping.columns(), mapping.replaces())
              : new RowInserts(store.dialect(), part.table(), mapping.columns());
    }

    void add(List<byte[]> row) {
      batch.add(row);
      lastKey = row.get(0);
      rows++;
    }

    void send(Connection connection) throws SQLException {
      if (resumes && exists(connection)) {
        found.addAndGet(rows);
      } else {
        batch.send(connection);
      }
    }

    private boolean exists(Connection connection) throws SQLException {
      String columns = mapping.columns();
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT 1 FROM %s WHERE %s = %s"
                      .formatted(
                          store.dialect().quoted(part.table()),
                          columns.substring(0, columns.indexOf(',')),
                          mapping.literal(lastKey)))) {
        return row.next();
      }
    }
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    long id = rows % rowsPerTable + 1;
    int toTable = (int) (rows / rowsPerTable);
    if (toTable != table) {
      flush();
      table = toTable;
      parts = store.server().parts(store.tables().get(table));
    }
    rows++;
    List<byte[]> row = mapping.row(table, id, key, value);
    if (verifies) {
      sums.get(table).add(row);
    }
    int part = store.server().partOf(id);
    if (filling[part] == null) {
      filling[part] = new Chunk(parts.get(part));
    }
    filling[part].add(row);
    if (filling[part].batch.length() >= chunkBytes) {
      put(Optional.of(filling[part]));
      filling[part] = null;
    }
  }

  private void flush() {
    for (int part = 0; part < filling.length; part++) {
      if (filling[part] != null) {
        put(Optional.of(filling[part]));
        filling[part] = null;
      }
    }
  }

  private void put(Optional<Chunk> next) {
    try {
      while (!chunks.offer(next, OFFER_SECONDS, TimeUnit.SECONDS)) {
        await(sending.stream().filter(Future::isDone).toList());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while loading", e);
    }
  }

  private static void await(List<? extends Future<?>> work) {
    try {
      for (Future<?> each : work) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof EngineException failure
          ? failure
          : new EngineException("loading failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while loading", e);
    }
  }

  private void send() {
    Map<Pool, Connection> connections = new HashMap<>();
    try {
      for (Optional<Chunk> next = chunks.take(); next.isPresent(); next = chunks.take()) {
        Pool pool = next.get().part.admin();
        Connection connection = connections.get(pool);
        if (connection == null) {
          connection = pool.hold();
          connections.put(pool, connection);
          try (Statement statement = connection.createStatement()) {
            for (String setting :
                bulk && !mapping.replaces()
                    ? store.dialect().loadingSettings()
                    : List.<String>of()) {
              statement.execute(setting);
            }
          }
        }
        next.get().send(connection);
      }
    } catch (SQLException e) {
      throw store.failure("load", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Their session settings are for loading only.
      connections.forEach(Pool::evict);
    }
  }

  @Override
  public long found() {
    return found.get();
  }

  @Override
  public void close() {
    finishSending();
    complete();
  }

  /** Returns once all rows are committed. */
  void finishSending() {
    try {
      flush();
      sending.forEach(each -> put(Optional.empty()));
      await(sending);
    } catch (RuntimeException e) {
      senders.shutdownNow();
      throw e;
    }
  }

  /** Completes and verifies the tables, both at once: an index is built while others read. */
  void complete() {
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < sums.size(); i++) {
        TableSum sum = sums.get(i);
        String each = store.tables().get(i);
        List<Server.Part> places = store.server().parts(each);
        places.forEach(part -> work.add(senders.submit(() -> store.complete(part))));
        if (verifies) {
          work.add(
              senders.submit(() -> sum.compare(store.dialect(), each, places, mapping.columns())));
        }
      }
      await(work);
    } finally {
      senders.shutdownNow();
    }
  }
}
