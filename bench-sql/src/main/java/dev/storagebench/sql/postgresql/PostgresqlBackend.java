package dev.storagebench.sql.postgresql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.JdbcUrl;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.Server;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.server.PostgresqlServer;
import dev.storagebench.sql.server.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * A running PostgreSQL server: its own, which this or another process has started for the store, or
 * an external one, whose settings are only read.
 *
 * @param own the server, if this process has started it
 */
record PostgresqlBackend(
    String engine,
    Optional<ServerProcess> own,
    ExternalServer address,
    Pool admin,
    Dialect dialect,
    List<AppliedSetting> settings)
    implements Server {
  // A logger that nobody refers to is forgotten, and its level with it.
  private static final Logger DRIVERS = Logger.getLogger("org.postgresql");

  static {
    // Its exceptions say the same, where they belong.
    DRIVERS.setLevel(Level.OFF);
  }

  private static final Dialect OWN = new PostgresqlDialect();
  private static final Dialect EXTERNAL = new PostgresqlDialect.External();

  private static final List<String> FACTS =
      List.of(
          "server_version server_encoding data_checksums full_page_writes wal_level max_wal_size autovacuum"
              .split(" "));

  /** The property of a URL with the path of a Unix socket. */
  private static final String SOCKET = "socketFactoryArg";

  /** On an own server a text that a script has as bytes is bound as {@code bytea}. */
  private static final List<String> CASTS =
      Stream.of("bytea AS text", "bytea AS varchar", "bytea AS bpchar", "text AS bytea")
          .flatMap(
              cast ->
                  Stream.of(
                      "DROP CAST IF EXISTS (%s)".formatted(cast),
                      "CREATE CAST (%s) WITHOUT FUNCTION AS ASSIGNMENT".formatted(cast)))
          .toList();

  private static final String HAS_CASTS =
      "SELECT 1 FROM pg_cast WHERE castmethod = 'b'"
          + " AND castsource = 'bytea'::regtype AND casttarget = 'text'::regtype";

  private static final String RIGHTS =
      "SELECT current_setting('server_version'), current_setting('server_version_num')::int >= 140000,"
          + " current_database(), current_schema(), has_schema_privilege(current_schema(), 'CREATE'),"
          + " pg_is_in_recovery()";

  private static final String COUNTERS =
      "SELECT key, value FROM pg_stat_database d, pg_stat_wal w,"
          + " jsonb_each(to_jsonb(d) - 'datid' - 'numbackends' || to_jsonb(w))"
          + " WHERE datname = current_database() AND jsonb_typeof(value) = 'number'";

  /** Connects to a server that was started for the store. */
  static PostgresqlBackend of(
      String engine, ServerProcess process, Function<Pool, List<AppliedSetting>> settings) {
    Path socket = process.endpoint().socket().orElseThrow();
    String url =
        "jdbc:postgresql://localhost/%s?%s=%s"
            .formatted(
                PostgresqlServer.USER,
                SOCKET,
                URLEncoder.encode(socket.toString(), StandardCharsets.UTF_8));
    Credentials credentials = new Credentials(PostgresqlServer.USER, process.password());
    Optional<ServerProcess> own = Optional.of(process);
    ExternalServer address = new ExternalServer(url, url, credentials, Set.of());
    try {
      Pool admin = open(engine, own, address, url);
      List<AppliedSetting> report = new ArrayList<>(settings.apply(admin));
      report.addAll(driver(address, url));
      admin.run(CASTS);
      return new PostgresqlBackend(engine, own, address, admin, OWN, report);
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  /** Connects to an external server, or to the own one of another process. */
  static PostgresqlBackend of(String engine, ExternalServer address) {
    Pool admin = open(engine, Optional.empty(), address, address.url());
    Dialect dialect = admin.find(HAS_CASTS).isPresent() ? OWN : EXTERNAL;
    return new PostgresqlBackend(engine, Optional.empty(), address, admin, dialect, List.of());
  }

  private static Pool open(
      String engine, Optional<ServerProcess> own, ExternalServer address, String url) {
    return address.open(
        engine,
        url,
        ExternalServer.properties(driver(address, url)),
        () -> own.flatMap(ServerProcess::death));
  }

  private static List<AppliedSetting> driver(ExternalServer address, String url) {
    String driver = JdbcUrl.properties(url).containsKey(SOCKET) ? "driver:socket" : "driver:tcp";
    return ExternalServer.driver(PostgresqlBackend.class, driver, url, address.insecurities());
  }

  /**
   * Checks that the account can create the tables.
   *
   * @return the version of the server
   * @throws EngineException if it cannot, with the right that it lacks
   */
  String requireRights() {
    List<String> found = admin.row(RIGHTS);
    if (found.get(1).equals("f")) {
      throw new EngineException(
          "%s at %s is PostgreSQL %s; 14 or later is needed"
              .formatted(engine, address.url(), found.get(0)));
    }
    if (found.get(5).equals("t")) {
      throw new EngineException(
          "%s at %s is a standby, which takes no writes; name its primary"
              .formatted(engine, address.url()));
    }
    if (found.get(3).equals("null")) {
      throw new EngineException(
          "%s: database %s has no schema of those in search_path; name one by currentSchema= in the URL"
              .formatted(engine, found.get(2)));
    }
    if (!found.get(4).equals("t")) {
      throw new EngineException(
          "%1$s: %2$s may not create tables in schema %3$s of database %4$s; its owner can run: GRANT CREATE ON SCHEMA %3$s TO %2$s; or name another schema by currentSchema= in the URL"
              .formatted(engine, address.credentials().user(), found.get(3), found.get(2)));
    }
    return found.get(0);
  }

  /**
   * The external server with its settings, to be measured.
   *
   * @throws UnsupportedSettingException if it is less durable than requested
   */
  PostgresqlBackend measured(EngineSettings asked) {
    try {
      requireRights();
      Map<String, String> inForce = new HashMap<>(address.urls());
      FACTS.forEach(fact -> inForce.put(fact, setting(fact)));
      inForce.put(
          "cacheBytes",
          admin.row("SELECT pg_size_bytes(current_setting('shared_buffers'))").get(0));
      inForce.put("blockBytes", setting("block_size"));
      SettingsReport report =
          new SettingsReport().listed(PostgresqlBackend.class, "external", asked, inForce);
      String fsync = setting("fsync");
      String commit = setting("synchronous_commit");
      if (address.hasClientUrl()) {
        // A wrong URL shows before anything is loaded; and it may set the sessions that are
        // measured.
        try (Pool clients = connect(SqlEngine.DEFAULT_DRIVER)) {
          String theirs = clients.row("SELECT current_setting('synchronous_commit')").get(0);
          commit = theirs.equals("off") ? theirs : commit;
        }
      }
      boolean waits = !commit.equals("off");
      ExternalServer.reportDurability(
          report,
          asked.durability(),
          !waits ? Durability.NONE : fsync.equals("on") ? Durability.SYNC : Durability.PROCESS,
          "fsync=%s, synchronous_commit=%s".formatted(fsync, commit),
          waits
              ? "ALTER SYSTEM SET fsync = on"
              : "ALTER ROLE %s SET synchronous_commit = on"
                  .formatted(dialect.quoted(address.credentials().user())));
      List<AppliedSetting> all = new ArrayList<>(report.settings());
      all.addAll(driver(address, address.clientUrl()));
      return new PostgresqlBackend(
          engine, own, address, admin, dialect, address.credentials().scrub(all));
    } catch (RuntimeException e) {
      admin.close();
      throw e;
    }
  }

  private String setting(String name) {
    return admin.row("SELECT current_setting('%s')".formatted(name)).get(0);
  }

  @Override
  public Pool connect(String driver) {
    return open(engine, own, address, address.clientUrl());
  }

  /** {@code COPY} needs no more than the right to insert. */
  @Override
  public boolean loadsInBulk() {
    return true;
  }

  @Override
  public void rebuild(String table) {
    admin.run(List.of("VACUUM FULL " + dialect.quoted(table)));
  }

  @Override
  public Settling settle(List<String> tables, Duration atMost) {
    long start = System.nanoTime();
    admin.run(tables.stream().map(dialect::analyze).toList());
    String checkpoint = "CHECKPOINT";
    if (isOwn()) {
      admin.run(List.of(checkpoint));
    }
    return new Settling(
        isOwn(),
        Duration.ofNanos(System.nanoTime() - start),
        "VACUUM (ANALYZE); %s%s".formatted(isOwn() ? "" : "no ", checkpoint));
  }

  /** Counts the files of the tables, their indexes and their long values. */
  @Override
  public long bytesOnDisk(List<String> tables) {
    return tables.stream()
        .map(table -> "SELECT pg_total_relation_size('%s')".formatted(dialect.quoted(table)))
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
