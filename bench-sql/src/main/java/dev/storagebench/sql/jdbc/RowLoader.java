package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Loads the tables of a store in chunks of a few megabytes, each one transaction: the calling
 * thread builds them, others send them. Finally it completes the tables, which may build an index,
 * and compares each table's row count and checksums with what was sent.
 */
final class RowLoader implements BulkLoader {
  private static final int CHUNK_BYTES = 8 << 20;

  private final SqlStore store;
  private final RowMapping mapping;
  private final long rowsPerTable;
  private final List<TableSum> sums = new ArrayList<>();
  private final ExecutorService senders;
  private final int maxSending;
  // In the order in which they were begun.
  private final Queue<Future<?>> sending = new ArrayDeque<>();
  // Those that no sender uses now; their session settings are for loading only.
  private final Map<Pool, Queue<Connection>> connections = new ConcurrentHashMap<>();
  private final int chunkBytes;
  private List<Server.Part> parts;
  private Chunk[] filling;
  private long rows;
  private int table;
  private volatile boolean failed;

  /**
   * Starts the senders.
   *
   * @param threads how many; chunks stay in order with one
   */
  RowLoader(SqlStore store, RowMapping mapping, long rowsPerTable, int threads) {
    this.store = store;
    this.mapping = mapping;
    this.rowsPerTable = rowsPerTable;
    store.tables.forEach(each -> sums.add(new TableSum(store.dialect())));
    this.parts = store.server.parts(store.tables.get(0));
    this.chunkBytes = CHUNK_BYTES / parts.size();
    this.filling = new Chunk[parts.size()];
    this.senders = Executors.newFixedThreadPool(threads);
    this.maxSending = 2 * threads;
  }

  /** Rows that are sent together. */
  private final class Chunk {
    private final Server.Part part;
    private final RowBatch batch;

    Chunk(Server.Part part) {
      this.part = part;
      this.batch =
          store.server.loadsInBulk()
              ? store.dialect().bulkBatch(part.table(), mapping.columns(), mapping.replaces())
              : new RowInserts(store.dialect(), part.table(), mapping.columns());
    }

    /** Sends nothing after another chunk has failed. */
    void send() {
      if (failed) {
        return;
      }
      Queue<Connection> idle =
          connections.computeIfAbsent(part.admin(), pool -> new ConcurrentLinkedQueue<>());
      try {
        Connection connection = idle.poll();
        if (connection == null) {
          connection = connect();
        }
        batch.send(connection);
        idle.add(connection);
      } catch (SQLException e) {
        failed = true;
        throw store.failure("load", e);
      }
    }

    private Connection connect() throws SQLException {
      Connection connection = part.admin().hold();
      if (store.server.loadsInBulk() && !mapping.replaces()) {
        try (Statement statement = connection.createStatement()) {
          for (String setting : store.dialect().loadingSettings()) {
            statement.execute(setting);
          }
        }
      }
      return connection;
    }
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer value) {
    long id = rows % rowsPerTable + 1;
    int toTable = (int) (rows / rowsPerTable);
    if (toTable != table) {
      flush();
      table = toTable;
      parts = store.server.parts(store.tables.get(table));
    }
    rows++;
    List<byte[]> row = mapping.rows().of(table, id, key, value);
    // Checksums hold only if each key occurs once.
    if (!mapping.replaces()) {
      sums.get(table).add(row);
    }
    int part = store.server.partOf(id);
    if (filling[part] == null) {
      filling[part] = new Chunk(parts.get(part));
    }
    filling[part].batch.add(row);
    if (filling[part].batch.length() >= chunkBytes) {
      send(part);
    }
  }

  private void flush() {
    for (int part = 0; part < filling.length; part++) {
      if (filling[part] != null) {
        send(part);
      }
    }
  }

  private void send(int part) {
    if (sending.size() == maxSending) {
      await(sending.element());
      sending.remove();
    }
    sending.add(senders.submit(filling[part]::send));
    filling[part] = null;
  }

  private static void await(Future<?> work) {
    try {
      work.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof EngineException failure
          ? failure
          : new EngineException("loading failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while loading", e);
    }
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
      sending.forEach(RowLoader::await);
    } catch (RuntimeException e) {
      senders.shutdownNow();
      throw e;
    } finally {
      connections.forEach((pool, idle) -> idle.forEach(pool::evict));
    }
  }

  /** Completes and verifies the tables, both at once: an index is built while others read. */
  void complete() {
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < sums.size(); i++) {
        TableSum sum = sums.get(i);
        String each = store.tables.get(i);
        List<Server.Part> places = store.server.parts(each);
        places.forEach(part -> work.add(senders.submit(() -> store.complete(part))));
        if (!mapping.replaces()) {
          work.add(senders.submit(() -> sum.compare(each, places, mapping)));
        }
      }
      work.forEach(RowLoader::await);
    } finally {
      senders.shutdownNow();
    }
  }
}
