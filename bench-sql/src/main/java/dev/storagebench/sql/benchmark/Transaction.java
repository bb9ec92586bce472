package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.CellState;
import dev.storagebench.core.benchmark.OperationBenchmark;
import dev.storagebench.core.benchmark.ThreadState;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.recorder.ServerWatch;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.table.Layout;
import dev.storagebench.sql.workload.Counts;
import dev.storagebench.sql.workload.KeyDistribution;
import dev.storagebench.sql.workload.Script;
import dev.storagebench.sql.workload.SqlClient;
import dev.storagebench.sql.workload.WorkloadContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One transaction of a workload in SQL. Beside transactions a second it reports queries and rows a
 * second, and the service times of all transactions as a histogram: a clock call costs nothing
 * beside a query. With a rate these are response times.
 */
public class Transaction extends OperationBenchmark {
  /** Histograms have three significant digits. */
  static final int DIGITS = 3;

  // Longer than a server lets a transaction wait for a lock.
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

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
  public boolean writes(Map<String, String> parameters) {
    return !Script.isBuiltIn(parameters.getOrDefault("workload", "")) || super.writes(parameters);
  }

  @Override
  public void validate(Map<String, String> parameters) {
    KeyDistribution.parse(parameters.get("distribution"));
    Script.named(parameters.get("workload"));
    Layout.parse(parameters.get("table"));
    Rate.requireNotRecorded(parameters.get("rate"));
    CellSettings.clients(parameters);
    Parameter.CONNECTION.requireOneOf(CONNECTIONS, parameters);
  }

  @Override
  public void require(StorageEngine engine, Map<String, String> parameters) {
    sql(engine, name()).requireDriver(String.valueOf(parameters.get("driver")));
  }

  @Override
  public void setUp(
      ServerStore store, Map<String, String> parameters, WorkingSet set, Seeds seeds) {
    TableStore tables = (TableStore) store;
    Script script = Script.named(parameters.get("workload"));
    String distribution = parameters.get("distribution");
    tables.admin().run(script.setUp(context(tables, distribution, set, seeds, 1)));
  }

  private static WorkloadContext context(
      TableStore store, String distribution, WorkingSet set, Seeds seeds, int threads) {
    return new WorkloadContext(
        store.layout(),
        store.names(),
        store.records(),
        KeyDistribution.parse(distribution),
        set,
        seeds,
        threads);
  }

  /** An engine with SQL tables, which it opens as a {@link TableStore}. */
  static SqlEngine sql(StorageEngine engine, String benchmark) {
    if (engine instanceof SqlEngine sql) {
      return sql;
    }
    throw new UnsupportedSettingException(
        "%s has no SQL tables; %s needs a SQL engine such as mysql"
            .formatted(engine.name(), benchmark));
  }

  /** The tables of a cell, and what all clients share. */
  public static class Tables extends CellState {

    /** The engine's name. */
    @Param("mysql")
    public String engine = "";

    /** The tables' layout, see {@link dev.storagebench.sql.table.Layout}. */
    @Param("article")
    public String table = "";

    @Param(Parameter.Default.WORKLOAD)
    public String workload = "";

    @Param(Parameter.Default.DISTRIBUTION)
    public String distribution = "";

    @Param(Parameter.Default.CONNECTION)
    public String connection = "";

    @Param(Parameter.Default.AUTO)
    public String driver = "";

    @Param(Parameter.Default.NONE)
    public String rate = "";

    @Param(Parameter.Default.CLIENTS)
    public String clients = "";

    private final List<SqlClient> connected = new CopyOnWriteArrayList<>();
    private final List<Histogram> histograms = new ArrayList<>();
    private long queries;
    private @Nullable Shared shared;

    private record Shared(SqlClient.Shared clients, ServerWatch watch) {}

    @Override
    protected String rate() {
      return rate;
    }

    @Override
    protected String digest(int threads) {
      SqlClient.Shared clients = shared().clients;
      return SqlClient.digest(clients.script(), clients.context());
    }

    private TableStore tables() {
      return (TableStore) store();
    }

    /** Connected by the first client, when the store is open. */
    private synchronized Shared shared() {
      if (shared == null) {
        TableStore store = tables();
        Script script = Script.named(workload);
        WorkloadContext context = context(store, distribution, workingSet(), seeds(), threads());
        if (!attached()) {
          // Before a proxy starts, which reads the definitions of tables then.
          store.admin().run(script.setUp(context));
        }
        boolean borrows = connection.equals("borrowed");
        shared =
            new Shared(
                new SqlClient.Shared(store, store.connect(driver), borrows, script, context),
                new ServerWatch(store));
      }
      return shared;
    }

    /** A client for a thread. */
    synchronized SqlClient client(int thread, Counts counts) {
      SqlClient client = new SqlClient(shared().clients, thread, counts);
      connected.add(client);
      if (connected.size() == 1) {
        Daemon.start("transactions", this::endStanding);
      }
      return client;
    }

    /** Until all has been measured, ends transactions that take longer than all that is planned. */
    private void endStanding() {
      Duration limit =
          ForkPlan.current()
              .map(ForkPlan::cell)
              .map(Cell::plannedTime)
              .filter(planned -> planned.compareTo(LOCK_TIMEOUT) > 0)
              .orElse(LOCK_TIMEOUT);
      while (!connected.isEmpty()) {
        LockSupport.parkNanos(1_000_000_000);
        connected.forEach(each -> each.endIfOlder(limit));
      }
    }

    /** Reads the counters before a measured iteration. */
    @Setup(Level.Iteration)
    public void beginIteration(IterationParams iteration) {
      if (iteration.getType() == IterationType.MEASUREMENT && !attached()) {
        shared().watch.begin();
      }
    }

    /** Reads the counters after a measured iteration. */
    @TearDown(Level.Iteration)
    public void endIteration(IterationParams iteration) {
      if (iteration.getType() == IterationType.MEASUREMENT && !attached()) {
        shared().watch.end();
      }
    }

    /** Adds the service times and the number of queries of a client that has finished. */
    synchronized void add(Histogram nanos, long clientQueries) {
      histograms.add(nanos);
      queries += clientQueries;
    }

    @Override
    protected synchronized List<Figure> figures() {
      if (shared == null) {
        throw new EngineException("nothing was measured");
      }
      connected.clear();
      shared.clients.pool().close();
      List<Figure> figures =
          new ArrayList<>(
              attached()
                  ? List.of(new Figure(ServerWatch.QUERIES, queries, "#"))
                  : shared.watch.figures(queries));
      // As sysbench reports fairness: transactions of a thread, mean and standard deviation.
      double[] counts = histograms.stream().mapToDouble(Histogram::getTotalCount).toArray();
      double mean = Arrays.stream(counts).average().orElse(0);
      double squares = Arrays.stream(counts).map(count -> Math.pow(count - mean, 2)).sum();
      figures.add(new Figure("thread.mean", mean, "transactions"));
      figures.add(new Figure("thread.stddev", Math.sqrt(squares / counts.length), "transactions"));
      return figures;
    }

    @Override
    protected synchronized Histogram serviceTimes() {
      Histogram all = new Histogram(DIGITS);
      histograms.forEach(all::add);
      return all;
    }
  }

  /** Counts that are reported per second. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Rates {
    /** Statements, BEGIN and COMMIT among them. */
    public long queries;

    /** Rows that were read, and rows that were changed. */
    public long rows;
  }

  /** Counts that are reported as they are. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Events {
    /** Answers that were verified in full. */
    public long verified;

    /** Transactions that were repeated after a deadlock. */
    public long deadlocks;

    /** Transactions that were repeated after a lock-wait timeout. */
    public long lockTimeouts;

    /** Connections that were lost and replaced. */
    public long reconnects;
  }

  /** One thread's client. */
  public static class Client extends ThreadState {
    private final Histogram nanos = new Histogram(DIGITS);
    private final Counts counts = new Counts();
    private Tables tables;
    private SqlClient client;
    private boolean measured;
    private boolean begun;
    private long queries;

    /** Connects. */
    @Setup
    public void open(Tables state, ThreadParams thread) {
      tables = state;
      state.sessionOpened();
      open(
          state,
          thread,
          () -> {
            client = state.client(state.thread(thread), counts);
            client.connect();
          });
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
     * A thread that is suspended between JMH's look at its own flag and this one may count one
     * transaction more or less in an iteration.
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
      boolean counted = paced() || isCounted(control);
      long start = System.nanoTime();
      long touched = client.transaction();
      ended();
      if (measured) {
        // Servers and processors work for those as well that JMH does not count.
        queries += counts.queries;
      }
      if (counted && measured) {
        nanos.recordValue(System.nanoTime() - start);
      }
      if (counted) {
        rates.queries += counts.queries;
        rates.rows += counts.rows;
        events.verified += counts.verified;
        events.deadlocks += counts.deadlocks;
        events.lockTimeouts += counts.lockTimeouts;
        events.reconnects += counts.reconnects;
      }
      counts.clear();
      return touched;
    }
  }

  /** Executes a transaction. */
  @Benchmark
  public long transaction(Client client, Rates rates, Events events, Control control) {
    return client.run(rates, events, control);
  }
}
