package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.CellState;
import dev.storagebench.core.benchmark.JobThread;
import dev.storagebench.core.benchmark.OperationBenchmark;
import dev.storagebench.core.benchmark.WorkLoop;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.MeasuredTurn;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.recorder.ServerWatch;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One transaction of a workload in SQL. Beside transactions a second it reports queries and rows a
 * second, and the service times of all transactions as a histogram: a call of the clock costs
 * nothing beside a query. With a rate these are response times.
 */
public class Transaction extends OperationBenchmark {
  // Longer than a server lets a transaction wait for a lock.
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

  private static final List<String> CONNECTIONS = List.of("held", "borrowed");

  @Override
  public List<Parameter<?>> own() {
    return List.of(
        Parameter.TABLE,
        Parameter.WORKLOAD,
        Parameter.DISTRIBUTION,
        Parameter.CONNECTION,
        Parameter.DRIVER,
        Parameter.RATE,
        Parameter.CLIENTS);
  }

  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return defaults(parameter, "article");
  }

  /** The defaults of a benchmark in SQL, whose tables have this layout. */
  static List<String> defaults(Parameter<?> parameter, String table) {
    return parameter == Parameter.ENGINE
        ? List.of("mysql")
        : parameter == Parameter.TABLE ? List.of(table) : parameter.defaults();
  }

  @Override
  public String label(Parameters of) {
    String workload = of.has(Parameter.WORKLOAD) ? of.get(Parameter.WORKLOAD) : name();
    return workload.substring(Math.max(workload.lastIndexOf('/'), workload.lastIndexOf(':')) + 1);
  }

  @Override
  public String unit() {
    return "tx/s";
  }

  @Override
  public InitialState initialState(Parameters of) {
    return Script.named(of.get(Parameter.WORKLOAD)).readsOnly()
        ? InitialState.PREPARED
        : InitialState.COPY;
  }

  @Override
  public boolean takesTurns(Parameters of) {
    return initialState(of) == InitialState.PREPARED;
  }

  @Override
  public boolean writes(Parameters of) {
    return !Script.isBuiltIn(of.text(Parameter.WORKLOAD)) || super.writes(of);
  }

  @Override
  public void validate(Parameters of) {
    KeyDistribution.parse(of.get(Parameter.DISTRIBUTION));
    Script.named(of.get(Parameter.WORKLOAD));
    Layout.parse(of.get(Parameter.TABLE));
    Rate.requireNotRecorded(of.text(Parameter.RATE));
    of.requireOneOf(CONNECTIONS, Parameter.CONNECTION);
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    sql(engine, name()).requireDriver(of.get(Parameter.DRIVER));
  }

  @Override
  public void setUp(ServerStore store, Parameters of, WorkingSet set, Seeds seeds) {
    TableStore tables = (TableStore) store;
    Script script = Script.named(of.get(Parameter.WORKLOAD));
    tables.admin().run(script.setUp(context(tables, of, set, seeds, 1)));
  }

  private static WorkloadContext context(
      TableStore store, Parameters of, WorkingSet set, Seeds seeds, int threads) {
    KeyDistribution rows = KeyDistribution.parse(of.get(Parameter.DISTRIBUTION));
    return new WorkloadContext(
        store.layout(), store.names(), store.records(), rows, set, seeds, threads);
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

    private final List<SqlClient> connected = new CopyOnWriteArrayList<>();
    private final List<Counts> counted = new ArrayList<>();
    private @Nullable Shared shared;

    private record Shared(SqlClient.Shared clients, ServerWatch watch) {}

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
        Script script = Script.named(get(Parameter.WORKLOAD));
        WorkloadContext context = context(store, parameters(), workingSet(), seeds(), threads());
        if (!attached()) {
          // Before a proxy starts, which reads the definitions of tables then.
          store.admin().run(script.setUp(context));
        }
        boolean borrows = get(Parameter.CONNECTION).equals("borrowed");
        shared =
            new Shared(
                new SqlClient.Shared(
                    store, store.connect(get(Parameter.DRIVER)), borrows, script, context),
                new ServerWatch(store));
      }
      return shared;
    }

    @Override
    protected boolean timesAll() {
      return true;
    }

    /** A thread's client, connected. */
    @Override
    protected WorkLoop.Job job(int thread) {
      Counts counts = new Counts();
      SqlClient client = client(thread, counts);
      client.connect();
      // What has warmed it up does not count.
      return new WorkLoop.Job(unused -> client.transaction(), counts::clear, client::close);
    }

    private synchronized SqlClient client(int thread, Counts counts) {
      SqlClient client = new SqlClient(shared().clients, thread, counts);
      counted.add(counts);
      connected.add(client);
      if (connected.size() == 1) {
        Daemon.start("transactions", this::endStanding);
      }
      return client;
    }

    /** Until all has been measured, ends transactions that take longer than all that is planned. */
    private void endStanding() {
      Duration planned = planned().plannedTime();
      Duration limit = planned.compareTo(LOCK_TIMEOUT) > 0 ? planned : LOCK_TIMEOUT;
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

    @Override
    protected synchronized List<Figure> figures() {
      if (shared == null) {
        throw new EngineException("nothing was measured");
      }
      connected.clear();
      shared.clients.pool().close();
      long queries = sum(each -> each.queries);
      // Counts are those of all operations, also of a turn's beginning and end.
      List<MeasuredTurn> turns = measured();
      double transactions = MeasuredTurn.rate(turns) / MeasuredTurn.allOperations(turns);
      List<Figure> figures =
          new ArrayList<>(
              attached()
                  ? List.of(new Figure(ServerWatch.QUERIES, queries, "#"))
                  : shared.watch.figures(queries, MeasuredTurn.seconds(turns)));
      figures.add(new Figure("queries", transactions * queries, "ops/s"));
      figures.add(new Figure("rows", transactions * sum(each -> each.rows), "ops/s"));
      figures.add(new Figure("verified", sum(each -> each.verified), "#"));
      figures.add(new Figure("deadlocks", sum(each -> each.deadlocks), "#"));
      figures.add(new Figure("lockTimeouts", sum(each -> each.lockTimeouts), "#"));
      figures.add(new Figure("reconnects", sum(each -> each.reconnects), "#"));
      // As sysbench reports fairness: transactions of a thread, mean and standard deviation.
      double[] counts = operationsOfThreads();
      double mean = Arrays.stream(counts).average().orElse(0);
      double squares = Arrays.stream(counts).map(count -> Math.pow(count - mean, 2)).sum();
      figures.add(new Figure("thread.mean", mean, "transactions"));
      figures.add(new Figure("thread.stddev", Math.sqrt(squares / counts.length), "transactions"));
      return figures;
    }

    private long sum(ToLongFunction<Counts> count) {
      return counted.stream().mapToLong(count).sum();
    }
  }

  /** One thread's client. */
  public static class Client extends JobThread {
    private final OperationCounts none = new OperationCounts();

    /** Connects. */
    @Setup
    public void connect(Tables state, ThreadParams thread) {
      state.sessionOpened();
      open(state, thread);
    }
  }

  /** Executes transactions. */
  @Benchmark
  public long transaction(Client client) throws InterruptedException {
    return client.run(client.none);
  }
}
