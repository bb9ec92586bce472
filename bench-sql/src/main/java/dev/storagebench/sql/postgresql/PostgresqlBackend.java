package dev.storagebench.sql.postgresql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.server.PostgresqlServer;
import dev.storagebench.sql.server.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A running PostgreSQL server, which was started for the store by this or another process.
 *
 * @param own the server, if this process has started it
 */
record PostgresqlBackend(
    String engine,
    Optional<ServerProcess> own,
    ExternalServer address,
    Pool admin,
    List<AppliedSetting> settings)
    implements Server {
  /** Properties of the driver that differ from its defaults. */
  static final List<AppliedSetting> DRIVER =
      new SettingsReport().listed(PostgresqlBackend.class, "driver", null, Map.of()).settings();

  private static final Dialect DIALECT = new PostgresqlDialect();

  /**
   * A text that a script has as bytes is bound as {@code bytea}, and stored as it is. The dialect's
   * checksums are of texts as they are.
   */
  private static final List<String> CASTS =
      Stream.of("bytea AS text", "bytea AS varchar", "bytea AS bpchar", "text AS bytea")
          .flatMap(
              cast ->
                  Stream.of(
                      "DROP CAST IF EXISTS (%s)".formatted(cast),
                      "CREATE CAST (%s) WITHOUT FUNCTION AS ASSIGNMENT".formatted(cast)))
          .toList();

  private static final String COUNTERS =
      "SELECT key, value FROM pg_stat_database d, pg_stat_wal w,"
          + " jsonb_each(to_jsonb(d) - 'datid' - 'numbackends' || to_jsonb(w))"
          + " WHERE datname = current_database() AND jsonb_typeof(value) = 'number'";

  /** Connects to a server that was started for the store. */
  static PostgresqlBackend of(
      String engine, ServerProcess process, Function<Pool, List<AppliedSetting>> settings) {
    Path socket = process.endpoint().socket().orElseThrow();
    String url =
        "jdbc:postgresql://localhost/%s?socketFactoryArg=%s"
            .formatted(
                PostgresqlServer.USER,
                URLEncoder.encode(socket.toString(), StandardCharsets.UTF_8));
    Credentials credentials = new Credentials(PostgresqlServer.USER, process.password());
    Optional<ServerProcess> own = Optional.of(process);
    ExternalServer address = new ExternalServer(url, url, credentials, Set.of());
    try {
      Pool admin = open(engine, own, address);
      List<AppliedSetting> report = settings.apply(admin);
      admin.run(CASTS);
      return new PostgresqlBackend(engine, own, address, admin, report);
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  /** Connects to a server of another process. */
  static PostgresqlBackend of(String engine, ExternalServer address) {
    Pool admin = open(engine, Optional.empty(), address);
    return new PostgresqlBackend(engine, Optional.empty(), address, admin, List.of());
  }

  private static Pool open(String engine, Optional<ServerProcess> own, ExternalServer address) {
    return Pool.open(
        engine,
        address.url(),
        DRIVER,
        address.credentials(),
        () -> own.flatMap(ServerProcess::death));
  }

  @Override
  public Dialect dialect() {
    return DIALECT;
  }

  @Override
  public Pool connect(String driver) {
    return open(engine, own, address);
  }

  @Override
  public void rebuild(String table) {
    admin.run(List.of("VACUUM FULL " + DIALECT.quoted(table)));
  }

  @Override
  public Settling settle(List<String> tables, Duration atMost) {
    long start = System.nanoTime();
    admin.run(tables.stream().map(DIALECT::analyze).toList());
    admin.run(List.of("CHECKPOINT"));
    return new Settling(
        true, Duration.ofNanos(System.nanoTime() - start), "VACUUM (ANALYZE); CHECKPOINT");
  }

  /** Counts the files of the tables, their indexes and their long values. */
  @Override
  public long bytesOnDisk(List<String> tables) {
    return tables.stream()
        .map(table -> "SELECT pg_total_relation_size('%s')".formatted(DIALECT.quoted(table)))
        .mapToLong(query -> Long.parseLong(admin.row(query).get(0)))
        .sum();
  }

  @Override
  public Map<String, Long> counters() {
    return admin.numbers(COUNTERS);
  }

  @Override
  public void close() {
    admin.close();
    own.ifPresent(ServerProcess::close);
  }
}
