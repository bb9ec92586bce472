package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.ServerStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tables on a server. */
public abstract class SqlStore implements ServerStore {
  /** The key of {@link #address} with the names of the tables. */
  static final String TABLES = "tables";

  final Server server;
  final List<String> tables;
  private final SentStatements sent;
  private boolean attached;

  SqlStore(Server server, List<String> tables) {
    this.server = server;
    this.tables = tables;
    this.sent = new SentStatements(server.dialect().sessionCounts());
  }

  /** Uses tables that another process has created. */
  final void attach() {
    attached = true;
    // Its driver has sent statements, too.
    admin().countInto(sent).run(List.of());
  }

  /** Statements that measured connections have sent, if somebody counts them. */
  public final SentStatements sent() {
    return sent;
  }

  /** The server's dialect of SQL. */
  public final Dialect dialect() {
    return server.dialect();
  }

  /** Connections to prepare, load and count. */
  public final Pool admin() {
    return server.admin();
  }

  /** Creates the tables that do not exist. */
  final void create() {
    create(server.tableOptions());
    tables.forEach(server::requireFormat);
  }

  /** Creates the tables that do not exist, with these options for engine and format. */
  abstract void create(String options);

  /** Completes a part of a table after its rows have been loaded. */
  void complete(Server.Part part) {}

  /** The tables' names as SQL quotes them. */
  public final List<String> names() {
    return tables.stream().map(table -> dialect().quoted(table)).toList();
  }

  /**
   * Opens measured connections, and checks that they reach the tables, which a proxy may not.
   *
   * @param driver a driver's name; {@code auto} for the default one
   */
  public final Pool connect(String driver) {
    Pool clients = server.connect(driver);
    if (attached) {
      // Whoever has created the tables has checked this.
      return clients.countInto(sent);
    }
    try {
      clients.row("SELECT 1 FROM %s LIMIT 1".formatted(names().get(0)));
      return clients;
    } catch (EngineException e) {
      clients.close();
      throw new EngineException(
          "table %s cannot be read by the measured connections%s: %s"
              .formatted(
                  names().get(0),
                  server.isOwn() ? "" : " (--client-url must lead to the database of --jdbc-url)",
                  death().orElse(e.getMessage())),
          e);
    }
  }

  @Override
  public final void compact() {
    server.compact(tables);
  }

  @Override
  public final Settling settle(Duration atMost) {
    return server.settle(tables, atMost);
  }

  @Override
  public final void readOnce() {
    server.readOnce(tables);
  }

  @Override
  public final long bytesOnDisk() {
    return server.bytesOnDisk(tables);
  }

  @Override
  public final List<AppliedSetting> settings() {
    return server.settings();
  }

  @Override
  public final long pendingBytes() {
    List<String> row = server.admin().row(server.dialect().pendingBytes());
    return Long.parseLong(row.get(row.size() - 1));
  }

  @Override
  public final Map<String, Long> stats() {
    if (attached) {
      return sent.counts();
    }
    Map<String, Long> stats = new LinkedHashMap<>(server.counters());
    stats.putAll(server.statistics(tables));
    return stats;
  }

  @Override
  public final Map<String, String> address() {
    Map<String, String> address = new LinkedHashMap<>(server.address().asMap());
    address.put(TABLES, String.join(",", tables));
    return address;
  }

  @Override
  public final Map<String, Long> counters() {
    return server.counters();
  }

  @Override
  public final Map<String, Long> processes() {
    return server.processes();
  }

  /** How the server ended, with the end of its log; empty while it runs. */
  public final Optional<String> death() {
    return server.death();
  }

  /** A failed statement, or the end of the server as its cause. */
  public final EngineException failure(String what, SQLException e) {
    return death()
        .map(death -> new EngineException(death, e))
        .orElseGet(() -> admin().failure(what, e));
  }

  @Override
  public void close() {
    server.close();
  }
}
