package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.CellState;
import dev.storagebench.core.benchmark.SingleShotBenchmark;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.OpenCell;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.sql.jdbc.TableStore;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Compresses existing tables: {@code ALTER TABLE} with the candidate's format, on tables that were
 * loaded into plain InnoDB and settled before. The time is until the last table is rebuilt and
 * written, so that its size on disk is final; each thread rebuilds its own tables. A candidate
 * without a format rebuilds its tables as they are, which is the cost without any codec.
 *
 * <p>Every fork loads its tables, outside of the time: a cached store would be one of another
 * candidate, opened with this one's server variables.
 */
public class AlterTable extends SingleShotBenchmark {
  @Override
  public List<Parameter<?>> own() {
    return List.of(Parameter.TABLE);
  }

  @Override
  public List<String> defaults(Parameter<?> parameter) {
    return Transaction.defaults(parameter, "document");
  }

  @Override
  public InitialState initialState(Parameters of) {
    return InitialState.EMPTY;
  }

  @Override
  public boolean isLoad() {
    return true;
  }

  @Override
  public void validate(Parameters of) {
    Layout.parse(of.get(Parameter.TABLE));
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    Transaction.sql(engine, name());
  }

  /** Tables that nothing compresses yet. */
  public static class PlainTables extends CellState {
    private long bytesBefore;

    private TableStore tables() {
      return (TableStore) store();
    }

    /** Loads them; before the only iteration, when the store is open. */
    @Setup(Level.Iteration)
    public void load() throws IOException {
      TableStore store = tables();
      store.emptyPlain();
      try (PackedCursor cursor = data().cursor();
          BulkLoader loader = store.loader()) {
        CellStore.load(cursor, loader, maxValueBytes(), count -> {});
      }
      bytesBefore = store.settlePlain(OpenCell.MAX_SETTLE);
    }

    void rebuild(int thread, int threads) {
      TableStore store = tables();
      beginShot();
      for (int i = thread; i < store.names().size(); i += threads) {
        store.rebuild(i);
      }
      endShot(threads);
    }

    @Override
    protected List<Figure> figures() {
      TableStore store = tables();
      long rows = store.countRows();
      if (rows != store.records()) {
        throw new EngineException(
            "%,d rows were loaded, the rebuilt tables have %,d".formatted(store.records(), rows));
      }
      List<Figure> figures = new ArrayList<>(super.figures());
      figures.add(new Figure("alterTable", shot().wallSeconds(), "s"));
      shot()
          .cpuNanos()
          .forEach((name, nanos) -> figures.add(new Figure(name + "CpuTime", nanos / 1e9, "s")));
      figures.add(new Figure("bytesBefore", (double) bytesBefore, "B"));
      return figures;
    }
  }

  /** Rebuilds the calling thread's tables. */
  @Benchmark
  public void rebuild(PlainTables tables, ThreadParams thread) {
    tables.rebuild(thread.getThreadIndex(), thread.getThreadCount());
  }
}
