package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that plays a script: on a connection that it holds, or on one that it borrows for each
 * transaction. A transaction that meets a deadlock or waits too long for a lock is begun again; a
 * connection that is lost is made anew, as long as its server lives.
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

  /** What is begun again when it was disturbed. */
  private interface Work {
    long on(Line open) throws SQLException;
  }

  private final Work transaction = this::play;
  private final Work busy;
  private final TableStore store;
  private final boolean borrows;
  private final Play play;
  private final Step[] steps;
  private final @Nullable Columns[] columns;
  private final Checks checks;
  private final Counts counts;
  private final Line line;
  private long answers;

  /**
   * A client whose first transaction connects.
   *
   * @param borrows whether it borrows a connection for each transaction
   * @param counts gets what it does
   */
  public SqlClient(
      TableStore store,
      Pool pool,
      boolean borrows,
      Script script,
      Scene scene,
      int thread,
      Counts counts) {
    this.store = store;
    this.borrows = borrows;
    this.play = new Play(script, scene, thread);
    this.steps = script.steps().toArray(Step[]::new);
    this.columns = new Columns[steps.length];
    this.checks = new Checks(scene);
    this.counts = counts;
    this.line = new Line(pool, scene.tables(), script);
    this.busy = script.transactional() ? transaction : this::oneStatement;
  }

  /** The digest of the first transactions of so many threads, in 16 hexadecimal digits. */
  public static String digest(Script script, Scene scene) {
    long digest = scene.seeds().master();
    for (int thread = 0; thread < scene.threads(); thread++) {
      digest = new Play(script, scene, thread).digest(16, digest);
    }
    return HexFormat.of().toHexDigits(digest);
  }

  /**
   * Carries out one transaction.
   *
   * @return something that depends on what was read
   * @throws EngineException if an answer is wrong, or the server is gone or refuses
   */
  public long transaction() {
    return carryOut(transaction);
  }

  /**
   * Carries out something short that others feel as they would feel a transaction: one statement,
   * if the script has no transactions.
   *
   * @return something that depends on what was read
   * @throws EngineException as {@link #transaction}
   */
  public long keepBusy() {
    return carryOut(busy);
  }

  private long carryOut(Work work) {
    for (int attempt = 0; ; attempt++) {
      try {
        line.open(borrows);
        long touched = work.on(line);
        line.done(borrows);
        return touched;
      } catch (SQLException e) {
        recover(e, attempt);
      }
    }
  }

  private long oneStatement(Line open) throws SQLException {
    play.begin(0);
    return once(0, open.statement(0, play.table()));
  }

  private long play(Line open) throws SQLException {
    boolean transactional = play.script().transactional();
    if (transactional) {
      open.begin();
      counts.queries++;
    }
    long touched = 0;
    for (int i = 0; i < steps.length; i++) {
      play.begin(i);
      PreparedStatement statement = open.statement(i, play.table());
      for (int time = 0; time < steps[i].times(); time++) {
        touched += once(i, statement);
      }
    }
    if (transactional) {
      open.commit();
      counts.queries++;
    }
    return touched;
  }

  private long once(int step, PreparedStatement statement) throws SQLException {
    play.draw(step);
    play.bind(step, statement);
    counts.queries++;
    return steps[step].reads() ? read(step, statement) : change(step, statement);
  }

  private long change(int step, PreparedStatement statement) throws SQLException {
    int changed = statement.executeUpdate();
    counts.rows += changed;
    Expectation expectation = steps[step].expectation();
    if (expectation.kind() == Expectation.Kind.CHANGED && changed != expectation.least()) {
      throw new EngineException(
          "%d rows were changed instead of %d by %s"
              .formatted(changed, expectation.least(), steps[step].sql()));
    }
    return changed;
  }

  private long read(int step, PreparedStatement statement) throws SQLException {
    Expectation expectation = steps[step].expectation();
    boolean verify = (++answers & (VERIFY_EVERY - 1)) == 0;
    long rows = 0;
    long touched = 0;
    try (ResultSet found = statement.executeQuery()) {
      Columns of = columns[step];
      if (of == null) {
        of = new Columns(found.getMetaData());
        columns[step] = of;
      }
      while (found.next()) {
        rows++;
        touched += of.touch(found);
        if (verify) {
          verify(step, found, of);
        }
      }
      counts.bytes += of.takeBytes();
    }
    counts.rows += rows;
    if (rows < expectation.least() || rows > expectation.most()) {
      throw new EngineException(
          "%d rows instead of %d to %d were found by %s"
              .formatted(rows, expectation.least(), expectation.most(), steps[step].sql()));
    }
    return touched;
  }

  private void verify(int step, ResultSet row, Columns of) throws SQLException {
    int table = play.table();
    switch (steps[step].expectation().kind()) {
      case C -> checks.c(of.text(row, 1), table, play.expectedRow(step));
      case TEXT -> checks.text(of.text(row, 1), table, play.expectedRow(step));
      case WHOLE -> {
        checks.c(of.text(row, C), table, row.getLong(ID));
        checks.pad(of.text(row, PAD), table, row.getLong(ID));
      }
      case COUNT, CHANGED -> {
        return;
      }
    }
    counts.verified++;
  }

  /** Gets ready to begin the transaction again, or gives up. */
  private void recover(SQLException e, int attempt) {
    boolean deadlock = store.isDeadlock(e);
    if (deadlock || store.isLockTimeout(e)) {
      if (attempt > RETRIES) {
        throw store.failure("a transaction, begun again " + RETRIES + " times,", e);
      }
      counts.deadlocks += deadlock ? 1 : 0;
      counts.lockTimeouts += deadlock ? 0 : 1;
      line.rollBack();
      return;
    }
    if (!Line.isLost(e)) {
      throw store.failure("a statement of " + play.script().name(), e);
    }
    counts.reconnects++;
    line.drop();
    long giveUp = System.nanoTime() + RECONNECT_WITHIN_NANOS;
    while (true) {
      try {
        line.open(borrows);
        return;
      } catch (SQLException again) {
        if (store.death().isPresent() || !Line.isLost(again) || System.nanoTime() > giveUp) {
          throw store.failure("making a lost connection anew", again);
        }
        line.drop();
        LockSupport.parkNanos(RECONNECT_PAUSE_NANOS);
      }
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
