package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.ThreadState;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.table.Layout;
import dev.storagebench.sql.workload.Counts;
import dev.storagebench.sql.workload.KeyDistribution;
import dev.storagebench.sql.workload.Script;
import dev.storagebench.sql.workload.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One transaction of a workload in SQL. Beside transactions a second it reports queries and rows a
 * second, and the service times of all transactions as a histogram: a clock call costs nothing
 * beside a query. With a rate these are response times.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class Transaction implements WorkloadType {
  /** Values are told apart to one in a thousand. */
  static final int DIGITS = 3;

  private static final List<String> CONNECTIONS = List.of("held", "borrowed");

  @Override
  public String label(Map<String, String> parameters) {
    String workload = parameters.getOrDefault("workload", name());
    return workload.substring(Math.max(workload.lastIndexOf('/'), workload.lastIndexOf(':')) + 1);
  }

  @Override
  public String unit() {
    return "tx/s";
  }

  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return Script.named(parameters.get("workload")).readsOnly()
        ? InitialState.PREPARED
        : InitialState.COPY;
  }

  @Override
  public void validate(Map<String, String> parameters) {
    KeyDistribution.parse(parameters.get("distribution"));
    Script.named(parameters.get("workload"));
    Layout.parse(parameters.get("table"));
    Rate.parse(parameters.get("rate"));
    if (!CONNECTIONS.contains(parameters.get("connection"))) {
      throw new IllegalArgumentException(
          "connection '%s' is not one of %s".formatted(parameters.get("connection"), CONNECTIONS));
    }
  }

  @Override
  public void require(StorageEngine engine, Map<String, String> parameters) {
    if (!(engine instanceof SqlEngine sql)) {
      throw new UnsupportedSettingException(
          engine.name() + " has no SQL tables; Transaction needs a SQL engine such as mysql");
    }
    sql.requireDriver(String.valueOf(parameters.get("driver")));
  }

  /** What is told as a rate beside transactions. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Rates {
    /** Statements, BEGIN and COMMIT among them. */
    public long queries;

    /** Rows that were read, and rows that were changed. */
    public long rows;
  }

  /** What is counted. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Events {
    /** Answers that were looked at in full. */
    public long verified;

    /** Transactions that were begun again because of a deadlock. */
    public long deadlocks;

    /** Transactions that were begun again because a lock was not to be had in time. */
    public long lockTimeouts;

    /** Connections that were lost and made anew. */
    public long reconnects;
  }

  /** One thread's client. */
  @State(Scope.Thread)
  public static class Client extends ThreadState {
    private final Histogram nanos = new Histogram(DIGITS);
    private final Counts counts = new Counts();
    private TablesState tables;
    private SqlClient client;
    private boolean measured;
    private boolean begun;
    private long queries;

    /** Connects. */
    @Setup
    public void open(TablesState state, ThreadParams thread) {
      tables = state;
      state.sessionOpened();
      attach(state, thread);
      client = state.client(thread.getThreadIndex(), thread.getThreadCount(), counts);
      client.connect();
    }

    /** Only measured iterations have service times. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
      measured = iteration.getType() == IterationType.MEASUREMENT;
      begun = false;
    }

    /** Hands in what was measured; the store closes when all have done so. */
    @Override
    protected void closeSession() {
      client.close();
      tables.add(nanos, queries);
    }

    /**
     * Whether JMH counts what begins now. It lets threads work before all of them are ready and
     * until the last one is done, and counts what was begun in between, the first one in any case.
     */
    private boolean isCounted(Control control) {
      if (!control.startMeasurement) {
        return false;
      }
      boolean first = !begun;
      begun = true;
      return first || !control.stopMeasurement;
    }

    long run(Rates rates, Events events, Control control) {
      if (!begins(control)) {
        return 0;
      }
      if (!paced() && !isCounted(control)) {
        long touched = client.keepBusy();
        counts.clear();
        return touched;
      }
      long start = System.nanoTime();
      long touched = client.transaction();
      ended();
      if (measured) {
        nanos.recordValue(System.nanoTime() - start);
        queries += counts.queries;
      }
      rates.queries += counts.queries;
      rates.rows += counts.rows;
      events.verified += counts.verified;
      events.deadlocks += counts.deadlocks;
      events.lockTimeouts += counts.lockTimeouts;
      events.reconnects += counts.reconnects;
      counts.clear();
      return touched;
    }
  }

  /** Carries out a transaction. */
  @Benchmark
  public long transaction(Client client, Rates rates, Events events, Control control) {
    return client.run(rates, events, control);
  }
}
