package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The key-value store of a cell, of any engine. */
@State(Scope.Benchmark)
public abstract class KeyValueState extends CellState {
  @Param({
    "rocksdb",
    "lmdb",
    "mapdb",
    "mapdb-hash",
    "mvstore",
    "xodus",
    "je",
    "h2",
    "chronicle",
    "sqlite",
    "leveldbjni",
    "noop"
  })
  public String engine = "";

  private @Nullable SingleShot shot;

  /**
   * Begins a thread's part of work that can be done only once.
   *
   * @param spent why it cannot be repeated: "the store is full"
   */
  final void beginShot(int threads, String spent) {
    shot(spent).begin(threads, store().processes());
  }

  /** Ends a thread's part of work that can be done only once. */
  final void endShot(int threads) {
    shot("").end(threads);
  }

  private synchronized SingleShot shot(String spent) {
    if (shot == null) {
      shot = new SingleShot(spent);
    }
    return shot;
  }

  @Override
  protected final double wallSeconds() {
    return shot == null ? 0 : shot.wallSeconds();
  }

  @Override
  protected final List<Figure> figures() {
    return shot == null ? List.of() : shot.cores();
  }
}
