package dev.storagebench.core.benchmark;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The store of a cell that any engine can have. */
@State(Scope.Benchmark)
public abstract class EngineState extends CellState {
  /** The engine's name. */
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
}
