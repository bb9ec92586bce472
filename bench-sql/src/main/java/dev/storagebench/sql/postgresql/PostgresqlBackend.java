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
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A running PostgreSQL server, which was started for the store by this or another process. */
final class PostgresqlBackend implements Server {
  /** Properties of the driver that differ from its defaults. */
  static final List<AppliedSetting> DRIVER =
      new SettingsReport()
          .own("prepareThreshold", 1, "statements are parsed once, from their first use on")
          .own("stringtype", "unspecified", "a text takes the type of its column")
          .own("sslmode", "disable", "nothing leaves this machine")
          .own(
              "socketFactory",
              UnixSocketFactory.class.getName(),
              "the Unix socket, which the driver does not reach by itself")
          .settings();

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

  private final String engine;
  private final Optional<ServerProcess> process;
  private final ExternalServer address;
  private final Pool admin;
  private final List<AppliedSetting> settings;

  /**
   * Connects.
   *
   * @param process the server, if this process has started it
   * @param settings what became of each setting, by the connections to ask
   */
  PostgresqlBackend(
      String engine,
      Optional<ServerProcess> process,
      ExternalServer address,
      Function<Pool, List<AppliedSetting>> settings) {
    this.engine = engine;
    this.process = process;
    this.address = address;
    this.admin = open();
    this.settings = settings.apply(admin);
  }

  /** Connects to a server that was started for the store. */
  static PostgresqlBackend of(
      String engine, ServerProcess process, Function<Pool, List<AppliedSetting>> settings) {
    Path socket = ((UnixDomainSocketAddress) process.endpoint().address()).getPath();
    String url =
        "jdbc:postgresql://localhost/%s?socketFactoryArg=%s"
            .formatted(
                PostgresqlServer.USER,
                URLEncoder.encode(socket.toString(), StandardCharsets.UTF_8));
    Credentials credentials = new Credentials(PostgresqlServer.USER, process.password());
    try {
      PostgresqlBackend backend =
          new PostgresqlBackend(
              engine,
              Optional.of(process),
              new ExternalServer(url, url, credentials, Set.of()),
              settings);
      backend.admin.run(CASTS);
      return backend;
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  private Pool open() {
    return Pool.open(engine, address.url(), DRIVER, address.credentials(), this::death);
  }

  @Override
  public Dialect dialect() {
    return DIALECT;
  }

  @Override
  public Pool admin() {
    return admin;
  }

  @Override
  public Pool connect(String driver) {
    return open();
  }

  @Override
  public ExternalServer address() {
    return address;
  }

  @Override
  public Optional<ServerProcess> own() {
    return process;
  }

  @Override
  public void rebuild(String table) {
    admin.run(List.of("VACUUM FULL " + DIALECT.quoted(table)));
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Settling settle(List<String> tables, Duration atMost) {
    long start = System.nanoTime();
    admin.run(tables.stream().map(DIALECT::analyze).toList());
    admin.run(List.of("CHECKPOINT"));
    return new Settling(
        true, Duration.ofNanos(System.nanoTime() - start), "VACUUM (ANALYZE); CHECKPOINT");
  }

  /** Of the files of the tables, their indexes and their long values. */
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
    process.ifPresent(ServerProcess::close);
  }
}
