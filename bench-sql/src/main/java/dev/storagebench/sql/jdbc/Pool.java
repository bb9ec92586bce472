package dev.storagebench.sql.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.storagebench.core.clients.ClientLink;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import java.math.BigDecimal;
import java.nio.channels.ClosedChannelException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.jspecify.annotations.Nullable;

/** The connections to one server. */
public final class Pool implements AutoCloseable {
  /** More than any benchmark has threads; a pool opens only those in use. */
  public static final int MAX_CONNECTIONS = 500;

  private static final long ATTEMPT_MILLIS = 10_000;
  private static final int ATTEMPTS = 6;

  private final String engine;
  private final HikariDataSource source;
  private final Credentials credentials;
  private final Supplier<Optional<String>> death;
  private @Nullable SentStatements sent;

  /**
   * Connects.
   *
   * @param engine the name of the engine, for messages
   * @param url without user and password
   * @param driver the driver's properties; one that only says how results show TLS is left out
   * @param death how the server ended; empty while it runs
   * @throws EngineException if the server cannot be reached or refuses
   */
  public Pool(
      String engine,
      String url,
      List<AppliedSetting> driver,
      Credentials credentials,
      Supplier<Optional<String>> death) {
    this.engine = engine;
    this.credentials = credentials;
    this.death = death;
    HikariConfig config = new HikariConfig();
    config.setPoolName("storage-bench");
    config.setJdbcUrl(url);
    config.setUsername(credentials.user());
    config.setPassword(credentials.password());
    driver.stream()
        .filter(property -> !property.name().equals(AppliedSetting.TLS))
        .forEach(property -> config.addDataSourceProperty(property.name(), property.value()));
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    // A handshake may take that long; who waits for it asks meanwhile whether the server has ended.
    config.setConnectionTimeout(ATTEMPTS * ATTEMPT_MILLIS);
    // No connection may be opened, validated or retired in the background of a measurement.
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    if (ClientLink.current() != null) {
      // It would be opened and closed to check the account, and its statements not counted.
      config.setInitializationFailTimeout(-1);
    }
    try {
      source = new HikariDataSource(config);
      source.setConnectionTimeout(ATTEMPT_MILLIS);
    } catch (RuntimeException e) {
      throw endOr(
          "%s: cannot connect to %s as %s: %s"
              .formatted(engine, url, credentials.user(), reason(e)),
          e);
    }
  }

  /** The name of the engine, for messages. */
  String engine() {
    return engine;
  }

  /**
   * A failed statement, with the server's error code and message; or the end of the server, which
   * is its cause.
   */
  public EngineException failure(String what, SQLException e) {
    return endOr(
        "%s: %s failed with error %d (SQLSTATE %s): %s"
            .formatted(engine, what, e.getErrorCode(), e.getSQLState(), e.getMessage()),
        e);
  }

  /**
   * The end of the server, else this failure. A server may repeat the password that it got; stack
   * traces of causes are in logs.
   */
  private EngineException endOr(String failure, Exception e) {
    String message = death.get().orElse(failure);
    String scrubbed = credentials.scrub(message);
    return scrubbed.equals(message)
        ? new EngineException(message, e)
        : new EngineException(scrubbed);
  }

  private static String reason(Throwable failure) {
    Throwable root = ExceptionUtils.getRootCause(failure);
    // A LocalSocket is closed when its time is up.
    return root instanceof ClosedChannelException || "Socket closed".equals(root.getMessage())
        ? "no answer in time"
        : String.valueOf(root.getMessage());
  }

  /**
   * Takes a connection to be held. One caller at a time: of many simultaneous ones HikariCP may
   * leave one unserved until a connection is returned, which those that are held never are.
   *
   * @throws SQLException if none can be opened
   */
  public synchronized Connection hold() throws SQLException {
    return borrow();
  }

  /** From now on, counts what drivers send by themselves on each new connection. */
  public Pool countInto(SentStatements statements) {
    sent = statements;
    return this;
  }

  /**
   * Takes a connection that is returned after a transaction, without a lock.
   *
   * @throws SQLException if none is available within a minute, or the server has ended
   */
  public Connection borrow() throws SQLException {
    Connection connection = connection();
    if (sent != null) {
      sent.opened(connection);
    }
    return connection;
  }

  private Connection connection() throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return source.getConnection();
      } catch (SQLTransientConnectionException e) {
        if (attempt == ATTEMPTS || death.get().isPresent()) {
          throw e;
        }
      }
    }
  }

  /** Removes a connection from the pool instead of returning it. */
  public void evict(Connection broken) {
    source.evictConnection(broken);
  }

  /** Executes statements one after the other on one connection. */
  public void run(List<String> statements) {
    String current = "connect";
    try (Connection connection = hold();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        current = sql;
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw failure(current, e);
    }
  }

  private List<List<String>> query(String query) throws SQLException {
    try (Connection connection = hold();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<List<String>> rows = new ArrayList<>();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          row.add(String.valueOf(found.getString(column)));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /** All rows, NULL as {@code null}. */
  public Stream<List<String>> rows(String query) {
    try {
      return query(query).stream();
    } catch (SQLException e) {
      throw failure(query, e);
    }
  }

  /** The columns of the first row; empty if there is none. */
  public List<String> row(String query) {
    return rows(query).findFirst().orElse(List.of());
  }

  /** The first column of the only row. */
  public String value(String query) {
    return row(query).get(0);
  }

  /**
   * The first column of the first row; empty if there is none or the query fails, because this
   * version has no such table or the account lacks a privilege.
   */
  public Optional<String> find(String query) {
    try {
      return query(query).stream().map(row -> row.get(0)).findFirst();
    } catch (SQLException unsupportedOrDenied) {
      return Optional.empty();
    }
  }

  /** The rows of a query for a name and a number, in their order; 0 for NULL and empty texts. */
  public Map<String, Long> numbers(String query) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    rows(query).forEach(row -> numbers.put(row.get(0), number(row.get(1))));
    return numbers;
  }

  private static long number(String text) {
    return text.equals("null") || text.isEmpty() ? 0 : new BigDecimal(text).longValue();
  }

  @Override
  public void close() {
    source.close();
  }
}
