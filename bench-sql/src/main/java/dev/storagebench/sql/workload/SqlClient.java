package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.text.Figures;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SentStatements;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.workload.Script.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One client of a script. A transaction that meets a deadlock or a lock-wait timeout is repeated
 * from its {@code BEGIN}; after a lost connection, as long as the server lives, the client
 * reconnects and repeats the run.
 */
public final class SqlClient implements AutoCloseable {
  private static final int RETRIES = 1000;
  private static final long RECONNECT_WITHIN_NANOS = 60_000_000_000L;
  private static final long RECONNECT_PAUSE_NANOS = 50_000_000L;

  private static final AtomicLongFieldUpdater<SqlClient> EDGES =
      AtomicLongFieldUpdater.newUpdater(SqlClient.class, "edges");

  private final Shared shared;
  private final Dialect dialect;
  private final ScriptExecution execution;
  private final AnswerReader answers;
  private final Counts counts;
  private final Server server = new Server();
  // By kind.
  private final long[] sent = new long[SentStatements.KINDS + 1];
  private volatile @Nullable Open open;
  // Odd while a transaction runs. No clock and no full barrier: another thread looks now and then.
  private volatile long edges;
  // For that thread alone.
  private long edgeSeen;
  private long seenSince;
  private volatile @Nullable String ended;

  /**
   * Objects that all clients share.
   *
   * @param borrows whether each borrows a connection for each transaction instead of holding one:
   *     statements then come from the driver's cache, through the pool's proxies as in any
   *     application
   */
  public record Shared(
      TableStore store, Pool pool, boolean borrows, Script script, WorkloadContext context) {}

  /**
   * An open connection.
   *
   * @param prepared by statement, and of each by table; one that names no table has the first place
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Open(
      Connection pooled,
      Connection used,
      java.sql.Statement plain,
      @Nullable PreparedStatement[] prepared) {}

  /**
   * A client that is not connected yet.
   *
   * @param counts what it does is added to
   */
  public SqlClient(Shared shared, int thread, Counts counts) {
    this.shared = shared;
    this.dialect = shared.store.dialect();
    this.execution = new ScriptExecution(shared.script, shared.context, thread);
    this.answers = new AnswerReader(shared.script, shared.context, execution.variables(), counts);
    this.counts = counts;
  }

  /** The digest of the first runs of all clients, in 16 hexadecimal digits. */
  public static String digest(Script script, WorkloadContext context) {
    long digest = context.seeds().master();
    for (int thread = 0; thread < context.threads(); thread++) {
      digest = new ScriptExecution(script, context, thread).digest(16, digest);
    }
    return HexFormat.of().toHexDigits(digest);
  }

  /**
   * Runs the script once.
   *
   * @return something that depends on what was read
   * @throws EngineException if an answer is wrong, or the server is gone or refuses
   */
  public long transaction() {
    execution.start();
    // Also odd after one that failed, which has no end.
    EDGES.lazySet(this, (edges + 1) | 1);
    for (int attempt = 0; ; attempt++) {
      try {
        open();
        long touched = execution.run(server);
        release();
        EDGES.lazySet(this, edges + 1);
        return touched;
      } catch (SQLException e) {
        recover(e, attempt);
      }
    }
  }

  /**
   * Ends a transaction, by closing its connection, that this thread, which asks often, has seen
   * stand still for longer.
   */
  public void endIfOlder(Duration limit) {
    long edge = edges;
    long now = System.nanoTime();
    Open on = open;
    if (edge != edgeSeen) {
      edgeSeen = edge;
      seenSince = now;
    } else if (edge % 2 != 0 && on != null && now - seenSince > limit.toNanos()) {
      ended =
          "a transaction of %s stood still for %s, its limit"
              .formatted(shared.script.name(), Figures.duration((double) limit.toSeconds()));
      try {
        on.used.abort(Runnable::run);
      } catch (SQLException closed) {
        // Its thread is told so, too.
      }
    }
  }

  /**
   * Connects before any client has begun a transaction: a proxy whose threads wait for those would
   * not answer.
   *
   * @throws EngineException if the server cannot be reached or refuses
   */
  public void connect() {
    try {
      open();
      release();
    } catch (SQLException e) {
      throw shared.store.failure("connecting", e);
    }
  }

  /** The server as a script sees it. */
  private final class Server implements ScriptExecution.Server {
    @Override
    public long statement(Statement statement) throws SQLException {
      PreparedStatement ready = prepare(statement, execution.variables().table());
      execution.bind(statement, ready, dialect);
      counts.queries++;
      sent[statement.kind()]++;
      return answers.execute(statement, ready);
    }

    @Override
    public void boundary(String sql) throws SQLException {
      connected().plain.execute(sql);
      counts.queries++;
    }
  }

  /** Prepares another attempt, or gives up. */
  private void recover(SQLException e, int attempt) {
    if (ended != null) {
      throw new EngineException(ended, e);
    }
    boolean deadlock = dialect.isDeadlock(e);
    if (deadlock || dialect.isLockTimeout(e)) {
      if (attempt > RETRIES) {
        throw shared.store.failure("a transaction, repeated " + RETRIES + " times,", e);
      }
      counts.deadlocks += deadlock ? 1 : 0;
      counts.lockTimeouts += deadlock ? 0 : 1;
      rollBack();
      execution.rewind();
    } else if (isLost(e)) {
      counts.reconnects++;
      reconnect(e);
      execution.start();
    } else {
      throw shared.store.failure("a statement of " + shared.script.name(), e);
    }
  }

  private void reconnect(SQLException lost) {
    long end = System.nanoTime() + RECONNECT_WITHIN_NANOS;
    SQLException failure = lost;
    while (true) {
      disconnect();
      LockSupport.parkNanos(RECONNECT_PAUSE_NANOS);
      // First, because a pool waits for a server that is gone.
      if (shared.store.death().isPresent() || !isLost(failure) || System.nanoTime() > end) {
        throw shared.store.failure("reconnecting", failure);
      }
      try {
        open();
        return;
      } catch (SQLException e) {
        failure = e;
      }
    }
  }

  /** Whether an error means that the connection is gone, not that a statement is wrong. */
  private static boolean isLost(SQLException e) {
    String state = e.getSQLState();
    // 57P01 to 57P03: a server ends the session, or accepts none yet.
    return (state != null && (state.startsWith("08") || state.startsWith("57P0")))
        || e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException;
  }

  /** Connects unless it is connected. */
  private void open() throws SQLException {
    if (open == null) {
      Connection pooled = shared.borrows ? shared.pool.borrow() : shared.pool.hold();
      Connection used = shared.borrows ? pooled : pooled.unwrap(Connection.class);
      int tables = shared.context.layout().tables();
      var prepared = new @Nullable PreparedStatement[shared.script.statements() * tables];
      open = new Open(pooled, used, used.createStatement(), prepared);
    }
  }

  private Open connected() {
    return Objects.requireNonNull(open, "not connected");
  }

  private PreparedStatement prepare(Statement statement, int table) throws SQLException {
    Open on = connected();
    int named = statement.namesTable() ? table : 0;
    int at = statement.index() * shared.context.layout().tables() + named;
    PreparedStatement ready = on.prepared[at];
    if (ready == null) {
      ready = on.used.prepareStatement(statement.on(shared.context.table(named)));
      on.prepared[at] = ready;
    }
    return ready;
  }

  /** Returns a borrowed connection after a run of the script; the pool closes its statements. */
  private void release() throws SQLException {
    if (shared.borrows && open != null) {
      open.pooled.close();
      open = null;
    }
  }

  /** After a deadlock the server has rolled back, after a time-out only the statement. */
  private void rollBack() {
    try {
      connected().plain.execute("ROLLBACK");
    } catch (SQLException e) {
      disconnect();
    }
  }

  /** Closes the connection, and tells the store what was sent. */
  @Override
  public void close() {
    shared.store.sent().add(sent);
    Arrays.fill(sent, 0);
    disconnect();
  }

  /** Closes the connection, which may be lost. */
  private void disconnect() {
    if (open != null) {
      shared.pool.evict(open.pooled);
      open = null;
    }
  }
}
