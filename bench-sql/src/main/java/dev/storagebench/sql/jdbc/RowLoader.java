package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.sql.table.Layout;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.sql.Connection;
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
 * Fills the tables of a layout in chunks of a few megabytes, each a transaction: the calling thread
 * makes them, others send them. In the end it builds the secondary index where that comes last, and
 * compares each table's count and checksums with what was sent.
 */
final class RowLoader implements BulkLoader {
  private static final int CHUNK_BYTES = 8 << 20;
  private static final long OFFER_SECONDS = 1;

  private final TableStore store;
  private final Layout layout;
  private final long rowsPerTable;
  private final List<TableSum> sums = new ArrayList<>();
  private final BlockingQueue<Optional<RowChunk>> chunks;
  private final ExecutorService senders;
  private final List<Future<?>> sending = new ArrayList<>();
  private final int threads;
  private final RowColumns columns;
  private final boolean resumes;
  private final AtomicLong found = new AtomicLong();
  private final int chunkBytes;
  private List<Server.Part> parts;
  private RowChunk[] filling;
  private long rows;
  private int table;

  /**
   * Starts the senders.
   *
   * @param threads how many
   * @param resumes whether the tables hold what a load that was cut off has put
   */
  RowLoader(TableStore store, long expectedRows, int threads, boolean resumes) {
    this.store = store;
    this.threads = threads;
    this.resumes = resumes;
    this.layout = store.layout();
    this.rowsPerTable = layout.rowsPerTable(expectedRows);
    this.chunks = new ArrayBlockingQueue<>(threads);
    store.tables().forEach(each -> sums.add(new TableSum()));
    this.columns = new RowColumns(layout.shape(), mostK());
    this.parts = store.server().parts(store.tables().get(0));
    this.chunkBytes = CHUNK_BYTES / parts.size();
    this.filling = new RowChunk[parts.size()];
    this.senders = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      sending.add(senders.submit(this::send));
    }
  }

  /** sysbench draws it from the numbers of the rows; else it is any positive number. */
  private int mostK() {
    return layout.shape() == Shape.SBTEST
        ? (int) Math.min(Integer.MAX_VALUE, rowsPerTable)
        : Integer.MAX_VALUE;
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer sealed) {
    long id = rows % rowsPerTable + 1;
    int toTable = (int) (rows / rowsPerTable);
    if (toTable != table) {
      flush();
      table = toTable;
      parts = store.server().parts(store.tables().get(Math.min(table, sums.size() - 1)));
    }
    rows++;
    // Without the key-value store's own check: columns have theirs.
    ByteBuffer value = sealed.duplicate().limit(sealed.limit() - ValueChecksum.BYTES);
    List<byte[]> row = columns.of(table, id, key, value);
    sums.get(table).add(row);
    int part = store.server().partOf(id);
    RowChunk chunk = filling[part];
    if (chunk == null) {
      Server.Part to = parts.get(part);
      chunk = new RowChunk(store.dialect(), store.batch(to), to, layout.shape().key());
      filling[part] = chunk;
    }
    chunk.add(row);
    if (chunk.length() >= chunkBytes) {
      put(Optional.of(chunk));
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

  private void put(Optional<RowChunk> next) {
    try {
      while (!chunks.offer(next, OFFER_SECONDS, TimeUnit.SECONDS)) {
        for (Future<?> sender : sending) {
          if (sender.isDone()) {
            rethrow(sender);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while loading", e);
    }
  }

  private static void rethrow(Future<?> work) throws InterruptedException {
    try {
      work.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof EngineException failure) {
        throw failure;
      }
      throw new EngineException("loading failed: " + e.getCause(), e);
    }
  }

  private void send() {
    Map<Pool, Connection> connections = new HashMap<>();
    try {
      for (Optional<RowChunk> next = chunks.take(); next.isPresent(); next = chunks.take()) {
        RowChunk chunk = next.get();
        Connection connection = connections.get(chunk.pool());
        if (connection == null) {
          connection = chunk.pool().connection();
          connections.put(chunk.pool(), connection);
          try (Statement statement = connection.createStatement()) {
            for (String setting : store.dialect().loadingSettings()) {
              statement.execute(setting);
            }
          }
        }
        if (resumes) {
          found.addAndGet(chunk.complete(connection));
        } else {
          chunk.send(connection);
        }
      }
    } catch (SQLException e) {
      throw store.failure("load", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // With their settings, which are for loading only.
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
      for (int i = 0; i < threads; i++) {
        put(Optional.empty());
      }
      await(sending);
    } catch (RuntimeException e) {
      senders.shutdownNow();
      throw e;
    }
  }

  /**
   * Indexes and compares the tables; of one table both at once, because an index is built while
   * others read.
   */
  void complete() {
    try {
      List<Future<?>> work = new ArrayList<>();
      if (layout.indexesLater()) {
        for (Table each : store.tables()) {
          for (Server.Part part : store.server().parts(each)) {
            work.add(senders.submit(() -> store.index(part)));
          }
        }
      }
      for (int i = 0; i < sums.size(); i++) {
        TableSum sum = sums.get(i);
        Table each = store.tables().get(i);
        work.add(
            senders.submit(
                () ->
                    sum.compare(
                        store.dialect(), each, store.server().parts(each), layout.shape())));
      }
      await(work);
    } finally {
      senders.shutdownNow();
    }
  }

  private static void await(List<Future<?>> work) {
    try {
      for (Future<?> each : work) {
        rethrow(each);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while loading", e);
    }
  }
}
