package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store for work that can be done once: each thread does its part of it. */
@State(Scope.Benchmark)
public abstract class OneShotState extends EngineState {
  private final SingleShot shot;

  /**
   * A store that is not open.
   *
   * @param spent why the work cannot be done once more: "the store is full"
   */
  OneShotState(String spent) {
    shot = new SingleShot(spent);
  }

  @Override
  protected final double wallSeconds() {
    return shot.wallSeconds();
  }

  @Override
  protected final List<Figure> figures() {
    return shot.cores();
  }

  final void beginPart(int threads) {
    shot.begin(threads, cell().store().processes());
  }

  final void endPart(int threads) {
    shot.end(threads);
  }
}
