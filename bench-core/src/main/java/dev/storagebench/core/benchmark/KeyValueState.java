package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.recorder.SingleShot;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The key-value store of a cell, of any engine. */
@State(Scope.Benchmark)
public abstract class KeyValueState extends CellState {
  @Param("rocksdb")
  public String engine = "";

  private final SingleShot shot = new SingleShot();

  /** Begins a thread's part of work that can be done only once. */
  final void beginShot(int threads) {
    shot.begin(threads, cell().processes());
  }

  /** Ends a thread's part of work that can be done only once. */
  final void endShot(int threads) {
    shot.end(threads);
  }

  @Override
  protected final double wallSeconds() {
    return shot.wallSeconds();
  }

  @Override
  protected List<Figure> figures() {
    return shot.cores();
  }
}
