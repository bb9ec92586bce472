package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One client of a script: on a connection that it holds, or on one that it borrows for each run. A
 * transaction that meets a deadlock or waits too long for a lock is begun again from its {@code
 * BEGIN}; a connection that is lost is made anew, as long as its server lives, and the run is begun
 * again.
 */
public final class SqlClient implements AutoCloseable {
  /** One answer of so many is verified in full; a power of two. */
  private static final int VERIFY_EVERY = 64;

  private static final int RETRIES = 1000;
  private static final long RECONNECT_WITHIN_NANOS = 60_000_000_000L;
  private static final long RECONNECT_PAUSE_NANOS = 50_000_000L;

  // Of rows with all columns.
  private static final int ID = 1;
  private static final int C = 3;
  private static final int PAD = 4;

  private final TableStore store;
  private final boolean borrows;
  private final Script script;
  private final ScriptExecution execution;
  private final Variables variables;
  private final Server server = new Server();
  private final @Nullable Columns[] columns;
  private final Checks checks;
  private final Counts counts;
  private final ClientConnection connection;
  private long answers;

  /**
   * A client that is not connected yet.
   *
   * @param borrows whether it borrows a connection for each transaction
   * @param counts gets what it does
   */
  public SqlClient(
      TableStore store,
      Pool pool,
      boolean borrows,
      Script script,
      WorkloadContext scene,
      int thread,
      Counts counts) {
    this.store = store;
    this.borrows = borrows;
    this.script = script;
    this.execution = new ScriptExecution(script, scene, thread);
    this.variables = execution.variables();
    this.columns = new Columns[script.statements()];
    this.checks = new Checks(scene);
    this.counts = counts;
    this.connection = new ClientConnection(pool, scene.tables(), script);
  }

  /** The digest of the first runs of so many clients, in 16 hexadecimal digits. */
  public static String digest(Script script, WorkloadContext scene) {
    long digest = scene.seeds().master();
    for (int thread = 0; thread < scene.threads(); thread++) {
      digest = new ScriptExecution(script, scene, thread).digest(16, digest);
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
    return run(false);
  }

  /**
   * Carries out something short that others feel as they would feel a transaction: one statement,
   * if the script has no transactions.
   *
   * @return something that depends on what was read
   * @throws EngineException as {@link #transaction}
   */
  public long keepBusy() {
    return run(!script.transactional());
  }

  /**
   * Connects, so that no transaction of another client is under way meanwhile: a proxy whose
   * threads wait for those would not answer.
   *
   * @throws EngineException if the server cannot be reached or refuses
   */
  public void connect() {
    try {
      connection.open(borrows);
      connection.done(borrows);
    } catch (SQLException e) {
      throw store.failure("connecting", e);
    }
  }

  private long run(boolean oneStatement) {
    execution.start();
    for (int attempt = 0; ; attempt++) {
      try {
        connection.open(borrows);
        long touched = execution.run(server, oneStatement);
        connection.done(borrows);
        return touched;
      } catch (SQLException e) {
        recover(e, attempt);
      }
    }
  }

  /** The server as a script sees it. */
  private final class Server implements ScriptExecution.Server {
    @Override
    public long statement(Command.Statement statement) throws SQLException {
      PreparedStatement prepared = connection.statement(statement, variables.table());
      execution.bind(statement, prepared);
      counts.queries++;
      return statement.reads() ? read(statement, prepared) : change(statement, prepared);
    }

    @Override
    public void boundary(String sql) throws SQLException {
      connection.execute(sql);
      counts.queries++;
    }

    @Override
    public void sleep(long nanos) {
      long end = System.nanoTime() + nanos;
      for (long left = nanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }

  private long change(Command.Statement statement, PreparedStatement prepared) throws SQLException {
    int changed = prepared.executeUpdate();
    counts.rows += changed;
    Expectation expectation = statement.expectation();
    if (expectation.kind() == Expectation.Kind.CHANGED && changed != expectation.least()) {
      throw new EngineException(
          "%s: %d rows changed, expected %s: %s"
              .formatted(statement.at(), changed, expectation.count(), statement.sql()));
    }
    return changed;
  }

  private long read(Command.Statement statement, PreparedStatement prepared) throws SQLException {
    Expectation expectation = statement.expectation();
    // One value that was written before costs next to nothing to compare.
    boolean verify =
        (++answers & (VERIFY_EVERY - 1)) == 0 || expectation.kind() == Expectation.Kind.VALUE;
    long rows = 0;
    long touched = 0;
    try (ResultSet found = prepared.executeQuery()) {
      Columns of = columns[statement.index()];
      if (of == null) {
        of = new Columns(found.getMetaData());
        columns[statement.index()] = of;
      }
      while (found.next()) {
        rows++;
        touched += of.touch(found);
        if (verify) {
          verify(statement, found, of);
        }
      }
      counts.bytes += of.takeBytes();
    }
    counts.rows += rows;
    if (rows < expectation.least() || rows > expectation.most()) {
      throw new EngineException(
          "%s: %d rows found, expected %s: %s"
              .formatted(statement.at(), rows, expectation.count(), statement.sql()));
    }
    return touched;
  }

  private void verify(Command.Statement statement, ResultSet row, Columns of) throws SQLException {
    int table = variables.table();
    long id = variables.numbers[statement.expected().slot()];
    switch (statement.expectation().kind()) {
      case C -> checks.c(of.text(row, 1), table, id);
      case TEXT -> checks.text(of.text(row, 1), table, id);
      case VALUE -> requireValue(statement, row, of);
      case WHOLE -> {
        checks.c(of.text(row, C), table, row.getLong(ID));
        checks.pad(of.text(row, PAD), table, row.getLong(ID));
      }
      case ANY, COUNT, CHANGED -> {
        return;
      }
    }
    counts.verified++;
  }

  private void requireValue(Command.Statement statement, ResultSet row, Columns of)
      throws SQLException {
    Command.Place expected = statement.expected();
    long number = variables.numbers[expected.slot()];
    boolean equal;
    if (expected.value() instanceof Expression.Whole) {
      equal = row.getLong(1) == number && !row.wasNull();
    } else if (expected.value() instanceof Expression.Real) {
      equal = row.getDouble(1) == Double.longBitsToDouble(number) && !row.wasNull();
    } else {
      equal = Arrays.equals(of.text(row, 1), Variables.bytes(variables.texts[expected.slot()]));
    }
    if (!equal) {
      throw new EngineException(
          "%s: read '%.80s', which is not the value of :%s: %s"
              .formatted(
                  statement.at(),
                  row.getString(1),
                  statement.expectation().variable(),
                  statement.sql()));
    }
  }

  /** Gets ready to begin the transaction again, or gives up. */
  private void recover(SQLException e, int attempt) {
    boolean deadlock = store.dialect().isDeadlock(e);
    if (deadlock || store.dialect().isLockTimeout(e)) {
      if (attempt > RETRIES) {
        throw store.failure("a transaction, begun again " + RETRIES + " times,", e);
      }
      counts.deadlocks += deadlock ? 1 : 0;
      counts.lockTimeouts += deadlock ? 0 : 1;
      connection.rollBack();
      execution.rewind();
      return;
    }
    if (!ClientConnection.isLost(e)) {
      throw store.failure("a statement of " + script.name(), e);
    }
    counts.reconnects++;
    connection.drop();
    execution.start();
    long giveUp = System.nanoTime() + RECONNECT_WITHIN_NANOS;
    while (true) {
      try {
        connection.open(borrows);
        return;
      } catch (SQLException again) {
        if (store.death().isPresent()
            || !ClientConnection.isLost(again)
            || System.nanoTime() > giveUp) {
          throw store.failure("making a lost connection anew", again);
        }
        connection.drop();
        LockSupport.parkNanos(RECONNECT_PAUSE_NANOS);
      }
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
