package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.sql.table.Layout;
import java.time.Duration;
import java.util.List;

/** Tables with columns on a server, for workloads in SQL. */
public final class TableStore extends SqlStore {
  private static final int MAX_SENDERS = 4;

  private final Layout layout;
  private final long records;

  /**
   * Tables that may not exist yet.
   *
   * @param records the rows of all tables together, once loaded
   */
  TableStore(Server server, Layout layout, List<String> names, long records) {
    super(server, names);
    this.layout = layout;
    this.records = records;
  }

  @Override
  void create(String options) {
    for (String table : tables) {
      for (Server.Part part : server.parts(table)) {
        part.admin().run(List.of(dialect().create(layout.shape(), part.table(), options)));
      }
    }
  }

  /** Replaces the tables by empty, uncompressed ones. */
  public void emptyPlain() {
    admin().run(tables.stream().map(dialect()::drop).toList());
    create(server.plainTableOptions());
  }

  /** Completes background work on uncompressed tables; returns their bytes on disk. */
  public long settlePlain(Duration atMost) {
    return server.settlePlain(tables, atMost);
  }

  /** Rebuilds a table (from 0) in the measured format, until its size is final. */
  public void rebuild(int table) {
    server.rebuild(tables.get(table));
  }

  /** Counts the rows of all tables. */
  public long countRows() {
    return names().stream()
        .mapToLong(name -> Long.parseLong(admin().value("SELECT COUNT(*) FROM " + name)))
        .sum();
  }

  /** The layout of the tables. */
  public Layout layout() {
    return layout;
  }

  /** The rows of all tables together, once loaded. */
  public long records() {
    return records;
  }

  /** Builds the secondary index if it comes last and does not exist yet. */
  @Override
  void complete(Server.Part part) {
    if (layout.shape().indexed()
        && part.admin().value(dialect().countIndex(part.table())).equals("0")) {
      part.admin().run(List.of(dialect().createIndex(part.table())));
    }
  }

  /** An own server shares the processors with the senders. */
  @Override
  public BulkLoader loader() {
    int processors = Runtime.getRuntime().availableProcessors();
    return loader(Math.min(MAX_SENDERS, processors));
  }

  RowLoader loader(int threads) {
    RowMapping mapping = RowMapping.of(layout.shape(), layout.maxK(records));
    return new RowLoader(this, mapping, layout.rowsPerTable(records), threads);
  }
}
