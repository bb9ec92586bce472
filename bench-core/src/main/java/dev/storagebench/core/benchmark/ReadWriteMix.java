package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads or overwrites one random record of a copy of the prepared store; every thread does both, in
 * the given proportion.
 */
public class ReadWriteMix extends OperationBenchmark {
  @Override
  public String label(Map<String, String> parameters) {
    return name() + " " + Parameter.READ_PERCENT.of(parameters);
  }

  @Override
  public Optional<Integer> readPercent(Map<String, String> parameters) {
    return Optional.of(
        (int) CellSettings.whole("readPercent", Parameter.READ_PERCENT.of(parameters), 100));
  }

  @Override
  public void validate(Map<String, String> parameters) {
    super.validate(parameters);
    CellSettings.whole("readPercent", Parameter.READ_PERCENT.of(parameters), 100);
  }

  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return InitialState.COPY;
  }

  /** A copy of a prepared store. */
  @State(Scope.Benchmark)
  public static class MixStore extends OperationsState {
    @Param({Parameter.Default.READ_PERCENT_95, Parameter.Default.READ_PERCENT_99})
    public int readPercent;

    @Override
    int readPercent() {
      return readPercent;
    }
  }

  /** A thread with a session of its own. */
  public static class Mixer extends PointThread {
    /** Opens the thread's session. */
    @Setup
    public void open(MixStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads or writes one record. */
  @Benchmark
  public long mix(Mixer mixer, OperationCounts counts, Control control) {
    if (!mixer.begins(control)) {
      return 0;
    }
    long touched = 0;
    if (mixer.client.nextReads()) {
      touched = mixer.client.read(counts);
    } else {
      mixer.client.write(counts);
    }
    mixer.ended();
    return touched;
  }
}
