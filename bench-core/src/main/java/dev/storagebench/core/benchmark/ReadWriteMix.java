package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.workload.DeletedRecords;
import dev.storagebench.core.workload.OperationCounts;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads or overwrites one random record of a copy of the prepared store; every thread does both, in
 * the given proportion.
 *
 * <p>With {@code deletePercent=n}, n percent of all operations delete a record. Each thread writes
 * to and deletes a part of the records, which is its own, so that whether a record may be missing
 * is known at every read; a write puts back what was deleted. In the long run the share of records
 * that are missing is that of deletions among deletions and writes.
 */
public class ReadWriteMix extends OperationBenchmark {
  @Override
  public String label(Map<String, String> parameters) {
    String reads = name() + " " + Parameter.READ_PERCENT.of(parameters);
    return deletePercent(parameters) > 0
        ? reads + " delete " + Parameter.DELETE_PERCENT.of(parameters)
        : reads;
  }

  private static int readPercent(String percent) {
    return (int) CellSettings.whole("readPercent", percent, 100);
  }

  private static int deletePercent(Map<String, String> parameters) {
    return (int) CellSettings.whole("deletePercent", Parameter.DELETE_PERCENT.of(parameters), 100);
  }

  @Override
  public Optional<Integer> readPercent(Map<String, String> parameters) {
    return deletePercent(parameters) > 0
        ? Optional.empty()
        : Optional.of(readPercent(Parameter.READ_PERCENT.of(parameters)));
  }

  @Override
  public double recordsWritten(Map<String, String> parameters) {
    int reads = readPercent(Parameter.READ_PERCENT.of(parameters));
    return (100 - reads - deletePercent(parameters)) / 100.0;
  }

  @Override
  public void validate(Map<String, String> parameters) {
    super.validate(parameters);
    int reads = readPercent(Parameter.READ_PERCENT.of(parameters));
    int deletes = deletePercent(parameters);
    if (reads + deletes > 100) {
      throw new IllegalArgumentException(
          "invalid deletePercent '%d' (expected 0 to %d beside readPercent=%d)"
              .formatted(deletes, 100 - reads, reads));
    }
    if (deletes > 0 && CellSettings.clients(parameters) > 1) {
      throw new IllegalArgumentException(
          "invalid deletePercent '%d' (expected 0 with clients=%d, which do not know what the others delete)"
              .formatted(deletes, CellSettings.clients(parameters)));
    }
  }

  /** A copy of a prepared store. */
  public static class MixStore extends OperationsState {
    @Param({Parameter.Default.READ_PERCENT_95, Parameter.Default.READ_PERCENT_99})
    public int readPercent;

    @Param(Parameter.Default.DELETE_PERCENT)
    public int deletePercent;

    private @Nullable DeletedRecords deleted;

    @Override
    int readPercent() {
      return readPercent;
    }

    @Override
    int deletePercent() {
      return deletePercent;
    }

    @Override
    synchronized void forgetDeleted() {
      deleted = null;
    }

    @Override
    synchronized @Nullable DeletedRecords deleted(int thread) {
      if (deletePercent == 0) {
        return null;
      }
      if (deleted == null) {
        deleted = DeletedRecords.none(workingSet().keys().size(), threads());
      }
      return deleted.of(thread);
    }
  }

  /** A thread with a session of its own. */
  public static class Mixer extends JobThread {
    /** Opens the thread's session. */
    @Setup
    public void open(MixStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads, writes or deletes one record. */
  @Benchmark
  public long mix(Mixer mixer, OperationCounts counts) throws InterruptedException {
    return mixer.run(counts);
  }
}
