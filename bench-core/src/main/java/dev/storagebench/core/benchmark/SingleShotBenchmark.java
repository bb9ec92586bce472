package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SeriesPoint;
import dev.storagebench.core.workload.WorkloadType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The common part of the benchmarks whose work can be done only once: JMH's default settings. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public abstract class SingleShotBenchmark implements WorkloadType {
  @Override
  public final boolean isSingleShot() {
    return true;
  }

  /** The seconds, up to a day, after which it ends, done or not; zero for no limit. */
  static long atMost(Map<String, String> parameters) {
    return CellSettings.whole("atMost", Parameter.AT_MOST.of(parameters), 86_400);
  }

  /** Whether that time has been measured. */
  static boolean isOver(List<SeriesPoint> seconds, String atMost) {
    long limit = atMost(Map.of(Parameter.AT_MOST.key(), atMost));
    return limit > 0
        && seconds.stream().filter(SeriesPoint::measured).mapToDouble(SeriesPoint::length).sum()
            >= limit;
  }
}
