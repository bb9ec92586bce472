package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.CellState;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.workload.Counts;
import dev.storagebench.sql.workload.KeyDistribution;
import dev.storagebench.sql.workload.Script;
import dev.storagebench.sql.workload.SqlClient;
import dev.storagebench.sql.workload.WorkloadContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** The tables of a cell, and the way to them. */
@State(Scope.Benchmark)
public class TablesState extends CellState {

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

  @Param(Parameter.Default.RATE)
  public String rate = "";

  private final List<Histogram> histograms = new ArrayList<>();
  private long queries;
  private @Nullable Script script;
  private @Nullable WorkloadContext context;
  private @Nullable Pool pool;
  private @Nullable ServerWatch watch;

  @Override
  protected String rate() {
    return rate;
  }

  @Override
  protected String digest(int threads) {
    return SqlClient.digest(script(), context(threads));
  }

  private synchronized Script script() {
    if (script == null) {
      script = Script.named(workload);
    }
    return script;
  }

  private synchronized WorkloadContext context(int threads) {
    if (context == null) {
      TableStore store = tables();
      context =
          new WorkloadContext(
              store.layout(),
              store.names(),
              store.records(),
              KeyDistribution.parse(distribution),
              workingSet(),
              seeds(),
              threads);
    }
    return context;
  }

  private TableStore tables() {
    if (store() instanceof TableStore tables) {
      return tables;
    }
    throw new UnsupportedSettingException(
        "engine %s has no tables for SQL; benchmark Transaction needs a SQL engine and a table"
            .formatted(engine));
  }

  private synchronized Pool pool(int threads) {
    if (pool == null) {
      // Before a proxy starts, which reads the definitions of tables then.
      tables().run(script().setUp(context(threads)));
      pool = tables().connect(driver);
    }
    return pool;
  }

  /** A client for a thread. */
  SqlClient client(int thread, int threads, Counts counts) {
    return new SqlClient(
        tables(),
        pool(threads),
        connection.equals("borrowed"),
        script(),
        context(threads),
        thread,
        counts);
  }

  /** Looks at the server before a measured iteration. */
  @Setup(Level.Iteration)
  public void beginIteration(IterationParams iteration) {
    if (watch == null) {
      watch = new ServerWatch(tables());
    }
    if (iteration.getType() == IterationType.MEASUREMENT) {
      watch.begin();
    }
  }

  /** Looks at the server after a measured iteration. */
  @TearDown(Level.Iteration)
  public void endIteration(IterationParams iteration) {
    if (watch != null && iteration.getType() == IterationType.MEASUREMENT) {
      watch.end();
    }
  }

  /** Takes the service times and the number of queries of a client that is done. */
  synchronized void add(Histogram nanos, long clientQueries) {
    histograms.add(nanos);
    queries += clientQueries;
  }

  @Override
  protected synchronized List<CellReport.Figure> figures() {
    if (pool != null) {
      pool.close();
    }
    if (watch == null) {
      throw new EngineException("nothing was measured");
    }
    List<CellReport.Figure> figures = new ArrayList<>(watch.figures(queries));
    // As sysbench reports fairness: transactions of a thread, mean and standard deviation.
    double[] counts = histograms.stream().mapToDouble(Histogram::getTotalCount).toArray();
    double mean = Arrays.stream(counts).average().orElse(0);
    double squares = Arrays.stream(counts).map(count -> Math.pow(count - mean, 2)).sum();
    figures.add(new CellReport.Figure("thread.mean", mean, "transactions"));
    figures.add(
        new CellReport.Figure("thread.stddev", Math.sqrt(squares / counts.length), "transactions"));
    return figures;
  }

  @Override
  protected synchronized Histogram serviceTimes() {
    Histogram all = new Histogram(Transaction.DIGITS);
    histograms.forEach(all::add);
    return all;
  }
}
