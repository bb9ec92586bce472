package dev.storagebench.core.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ThroughputResult;

/**
 * Threads that a stall keeps until an iteration is over. JMH divides the operations of each thread
 * by that thread's own time: for one whose only measured operation then takes 50 µs, it adds 20,000
 * operations a second to what the others have done.
 */
final class LateThreads {
  // On a busy machine a thread may begin some milliseconds late, and then works as the others do.
  private static final double NEGLIGIBLE = 0.9;

  private LateThreads() {}

  /** Leaves a throughput no more operations a second than all threads had in the iteration. */
  static void correct(IterationResult iteration) {
    // A thread alone waits for no other, and is never late; JMH cannot replace its result, either.
    if (iteration.getBenchmarkParams().getMode() != Mode.Throughput
        || iteration.getRawPrimaryResults().size() < 2) {
      return;
    }
    TimeUnit unit = iteration.getBenchmarkParams().getTimeUnit();
    long nanos = iteration.getParams().getTime().convertTo(TimeUnit.NANOSECONDS);
    double time = (double) nanos / unit.toNanos(1);
    double share =
        iteration.getMetadata().getMeasuredOps() / time / iteration.getPrimaryResult().getScore();
    if (share >= NEGLIGIBLE) {
      return;
    }
    List<Result<?>> results = new ArrayList<>();
    iteration.getRawPrimaryResults().forEach(results::add);
    iteration.getRawSecondaryResults().values().forEach(results::add);
    iteration.getRawPrimaryResults().clear();
    iteration.getRawSecondaryResults().clear();
    for (Result<?> each : results) {
      double operations = each.getScore() * share * time;
      iteration.addResult(
          each instanceof ThroughputResult
              ? new ThroughputResult(each.getRole(), each.getLabel(), operations, nanos, unit)
              : each);
    }
  }
}
