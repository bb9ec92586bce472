package dev.storagebench.sql.postgresql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.core.engine.Store.Settling;
import dev.storagebench.sql.jdbc.Credentials;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.ExternalServer;
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

  /** On an own server a text that a script has as bytes is bound as {@code bytea}. */
  private static final List<String> CASTS =
      Stream.of("bytea AS text", "bytea AS varchar", "bytea AS bpchar", "text AS bytea")
          .flatMap(
              cast ->
                  Stream.of(
                      "DROP CAST IF EXISTS (%s)".formatted(cast),
                      "CREATE CAST (%s) WITHOUT FUNCTION AS ASSIGNMENT".formatted(cast)))
          .toList();

  private static final String CACHE = "SELECT pg_size_bytes(current_setting('shared_buffers'))";

  private static final String HAS_CASTS =
      "SELECT 1 FROM pg_cast WHERE castmethod = 'b'"
          + " AND castsource = 'bytea'::regtype AND casttarget = 'text'::regtype";

  private static final String RIGHTS =
      "SELECT current_setting('server_version'), current_database(), current_schema(),"
          + " CASE WHEN current_setting('server_version_num')::int < 140000 THEN 'version'"
          + " WHEN pg_is_in_recovery() THEN 'primary' WHEN current_schema() IS NULL THEN 'schema'"
          + " WHEN NOT has_schema_privilege(current_schema(), 'CREATE') THEN 'right' ELSE '' END";

  private static final String COUNTERS =
      "SELECT key, value FROM pg_stat_database d, pg_stat_wal w,"
          + " jsonb_each(to_jsonb(d) - 'datid' - 'numbackends' || to_jsonb(w))"
          + " WHERE datname = current_database() AND jsonb_typeof(value) = 'number'";

  /** Connects to a server that was started for the store. */
  static PostgresqlBackend of(String engine, ServerProcess process, EngineSettings settings) {
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
      Pool admin = open(engine, own, address, url);
      List<AppliedSetting> report = new ArrayList<>(report(settings, admin));
      report.addAll(driver(address, url));
      admin.run(CASTS);
      return new PostgresqlBackend(engine, own, address, admin, OWN, report);
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  private static List<AppliedSetting> report(EngineSettings settings, Pool admin) {
    Map<String, ?> inForce =
        Map.of("cacheBytes", admin.value(CACHE), "max_connections", PostgresqlEngine.CONNECTIONS);
    SettingsReport report =
        new SettingsReport().listed(PostgresqlBackend.class, "postgresql", settings, inForce);
    SqlEngine.reportMemory(report, settings);
    settings
        .options()
        .keySet()
        .forEach(name -> report.candidate(Map.of(name, setting(name, admin))));
    return report.settings();
  }

  /** Connects to an external server, or to the own one of another process. */
  static PostgresqlBackend of(String engine, ExternalServer address) {
    Pool admin = open(engine, Optional.empty(), address, address.url());
    Dialect dialect = admin.find(HAS_CASTS).isPresent() ? OWN : EXTERNAL;
    return new PostgresqlBackend(engine, Optional.empty(), address, admin, dialect, List.of());
  }

  private static Pool open(
      String engine, Optional<ServerProcess> own, ExternalServer address, String url) {
    return address.open(engine, url, driver(address, url), () -> own.flatMap(ServerProcess::death));
  }

  private static List<AppliedSetting> driver(ExternalServer address, String url) {
    return ExternalServer.driver(PostgresqlBackend.class, "driver", url, address.insecurities());
  }

  /**
   * Checks that the account can create the tables.
   *
   * @return the version of the server
   * @throws EngineException if it cannot, with the right that it lacks
   */
  String requireRights() {
    List<String> found = admin.row(RIGHTS);
    String lack =
        switch (found.get(3)) {
          case "version" -> "%1$s at %2$s is PostgreSQL %3$s; 14 or later is needed";
          case "primary" -> "%1$s at %2$s is a standby, which takes no writes; name its primary";
          case "schema" ->
              "%1$s: database %4$s has no schema of those in search_path; name one by currentSchema= in the URL";
          case "right" ->
              "%1$s: %6$s may not create tables in schema %5$s of database %4$s; its owner can run: GRANT CREATE ON SCHEMA %5$s TO %6$s; or name another schema by currentSchema= in the URL";
          default -> "";
        };
    String version = found.get(0);
    if (!lack.isEmpty()) {
      String user = address.credentials().user();
      throw new EngineException(
          lack.formatted(engine, address.url(), version, found.get(1), found.get(2), user));
    }
    return version;
  }

  @Override
  public PostgresqlBackend measured(EngineSettings asked) {
    requireRights();
    Map<String, String> inForce = new HashMap<>(address.urls());
    FACTS.forEach(fact -> inForce.put(fact, setting(fact, admin)));
    inForce.put("cacheBytes", admin.value(CACHE));
    inForce.put("blockBytes", setting("block_size", admin));
    SettingsReport report =
        new SettingsReport().listed(PostgresqlBackend.class, "external", asked, inForce);
    String fsync = setting("fsync", admin);
    String commit = setting("synchronous_commit", admin);
    if (address.hasClientUrl()) {
      // A wrong URL shows before anything is loaded; and it may set the sessions that are measured.
      try (Pool clients = connect(SqlEngine.DEFAULT_DRIVER)) {
        String theirs = setting("synchronous_commit", clients);
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
  }

  private static String setting(String name, Pool pool) {
    return pool.value("SELECT current_setting('%s')".formatted(name));
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
    List<String> last = isOwn() ? List.of("CHECKPOINT") : List.of();
    admin.run(Stream.concat(tables.stream().map(dialect::analyze), last.stream()).toList());
    String how = "VACUUM (ANALYZE); " + (isOwn() ? "CHECKPOINT" : "no CHECKPOINT");
    return new Settling(isOwn(), Duration.ofNanos(System.nanoTime() - start), how);
  }

  /** Counts the files of the tables, their indexes and their long values. */
  @Override
  public long bytesOnDisk(List<String> tables) {
    return tables.stream()
        .map(table -> "SELECT pg_total_relation_size('%s')".formatted(dialect.quoted(table)))
        .mapToLong(query -> Long.parseLong(admin.value(query)))
        .sum();
  }

  @Override
  public Map<String, Long> counters() {
    return admin.numbers(COUNTERS);
  }
}
