package dev.storagebench.sql.jdbc;

import com.mysql.cj.jdbc.JdbcStatement;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.workload.SelfCheck;
import dev.storagebench.sql.table.Layout;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Fills the tables of a layout by {@code LOAD DATA LOCAL}, whose lines come from memory: the
 * calling thread writes them, others send them, a few megabytes in each transaction. In the end it
 * builds the secondary index where that comes last, and compares each table's count and checksums
 * with what was sent.
 */
final class RowLoader implements BulkLoader {
  private static final int CHUNK_BYTES = 8 << 20;
  private static final long OFFER_SECONDS = 1;

  private final TableStore store;
  private final Layout layout;
  private final long rowsPerTable;
  private final List<TableSum> sums = new ArrayList<>();
  private final BlockingQueue<Chunk> chunks;
  private final ExecutorService senders;
  private final List<Future<?>> sending = new ArrayList<>();
  private final int threads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
  private RowLines lines;
  private long rows;
  private int table;

  /** Lines for a table; without one it ends a sender. */
  private record Chunk(String table, RowLines lines) {
    boolean isEnd() {
      return table.isEmpty();
    }
  }

  RowLoader(TableStore store, long expectedRows) {
    this.store = store;
    this.layout = store.layout();
    this.rowsPerTable = layout.rowsPerTable(expectedRows);
    this.chunks = new ArrayBlockingQueue<>(threads);
    store.tables().forEach(each -> sums.add(new TableSum()));
    this.lines = lines();
    this.senders = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      sending.add(senders.submit(this::send));
    }
  }

  private RowLines lines() {
    return new RowLines(layout.shape(), (int) Math.min(Integer.MAX_VALUE, rowsPerTable));
  }

  @Override
  public void add(ByteBuffer key, ByteBuffer sealed) {
    long id = rows % rowsPerTable + 1;
    int toTable = (int) (rows / rowsPerTable);
    if (toTable != table || lines.length() >= CHUNK_BYTES) {
      flush();
      table = toTable;
    }
    rows++;
    // Without the key-value store's own check: columns have theirs.
    ByteBuffer value = sealed.duplicate().limit(sealed.limit() - SelfCheck.BYTES);
    lines.add(table, id, key, value, sums.get(table));
  }

  private void flush() {
    if (lines.length() > 0) {
      put(new Chunk(store.tables().get(table).quotedName(), lines));
      lines = lines();
    }
  }

  private void put(Chunk chunk) {
    try {
      while (!chunks.offer(chunk, OFFER_SECONDS, TimeUnit.SECONDS)) {
        for (Future<?> sender : sending) {
          if (sender.isDone()) {
            rethrow(sender);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("mysql: interrupted while loading", e);
    }
  }

  private static void rethrow(Future<?> sender) throws InterruptedException {
    try {
      sender.get();
    } catch (ExecutionException e) {
      throw new EngineException("mysql: " + e.getCause().getMessage(), e);
    }
  }

  private void send() {
    try (Connection connection = store.pool().connection();
        Statement statement = connection.createStatement()) {
      for (String setting : store.loadingSettings()) {
        statement.execute(setting);
      }
      JdbcStatement local = statement.unwrap(JdbcStatement.class);
      for (Chunk chunk = chunks.take(); !chunk.isEnd(); chunk = chunks.take()) {
        local.setLocalInfileInputStream(chunk.lines.stream());
        statement.execute(
            "LOAD DATA LOCAL INFILE 'rows' INTO TABLE %s CHARACTER SET binary (%s)"
                .formatted(chunk.table, store.columns()));
      }
      // With its settings, which are for loading only.
      store.pool().evict(connection);
    } catch (SQLException e) {
      throw SqlFailure.of("LOAD DATA", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      flush();
      for (int i = 0; i < threads; i++) {
        put(new Chunk("", lines));
      }
      for (Future<?> sender : sending) {
        rethrow(sender);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException("mysql: interrupted while loading", e);
    } finally {
      senders.shutdownNow();
    }
    store.completeLoading();
    for (int i = 0; i < sums.size(); i++) {
      sums.get(i).compare(store.pool(), store.tables().get(i), layout.shape());
    }
  }
}
