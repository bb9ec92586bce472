package dev.storagebench.core.benchmark;

import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationDigest;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.Worker;
import dev.storagebench.core.workload.WorkingSet;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store on which operations with drawn keys are carried out. */
@State(Scope.Benchmark)
public abstract class OperationsState extends CellState {
  /** How keys are drawn: {@code uniform}, {@code zipfian}, {@code latest} or {@code special}. */
  @Param("uniform")
  public String distribution = "";

  /** How many of a hundred operations read. */
  abstract int readPercent();

  @Override
  final OpenCell.Beginning beginning() {
    return readPercent() == 100 ? OpenCell.Beginning.PREPARED : OpenCell.Beginning.COPY;
  }

  @Override
  final String digest(OpenCell open, int threads) {
    WorkingSet set = open.workingSet();
    return OperationDigest.of(
        set.keys(),
        set.values(),
        Distribution.parse(distribution),
        readPercent(),
        seeds(),
        threads);
  }

  /** Puts a thread to work on the open store. */
  final Worker worker(int thread, int threads) {
    OpenCell open = cell();
    WorkingSet set = open.workingSet();
    return new Worker(
        open.session(),
        new OperationStream(
            set.keys(), Distribution.parse(distribution), readPercent(), seeds(), thread),
        new ValueSource(set.values(), seeds(), thread),
        open.maxValueBytes(),
        open.storesValues(),
        threads == 1);
  }
}
