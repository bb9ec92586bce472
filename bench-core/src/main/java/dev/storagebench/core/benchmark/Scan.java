package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.ScanChecksum;
import dev.storagebench.core.workload.ScanClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Scans a range of records from a random stored key, or the whole store, in the order of keys. A
 * scan is one operation; {@code records} counts the visited records, fewer than the length only at
 * the end of the store. Every cache line of each key and value is touched; the number of records is
 * checked, and for a sample of scans the order and the values. Unordered engines are unsupported.
 */
public class Scan extends OperationBenchmark {
  private static final int MAX_RECORDS = 100_000;
  private static final String ALL = "all";

  @Override
  public String label(Map<String, String> parameters) {
    String scan =
        "%s %s %s"
            .formatted(name(), Parameter.LENGTH.of(parameters), Parameter.DIRECTION.of(parameters));
    String checksum = Parameter.CHECKSUM.of(parameters);
    return checksum.equals(Parameter.Default.NONE) ? scan : scan + " " + checksum;
  }

  @Override
  public void validate(Map<String, String> parameters) {
    super.validate(parameters);
    direction(Parameter.DIRECTION.of(parameters));
    length(Parameter.LENGTH.of(parameters));
    checksum(Parameter.CHECKSUM.of(parameters));
  }

  @Override
  public void require(StorageEngine engine, Map<String, String> parameters) {
    if (!engine.capabilities().ordered()) {
      throw new UnsupportedSettingException(engine.name() + " is unordered and has no range scans");
    }
  }

  private static Direction direction(String direction) {
    return EnumNames.parse(Direction.class, "direction", direction);
  }

  private static ScanChecksum checksum(String checksum) {
    return EnumNames.parse(ScanChecksum.class, "checksum", checksum);
  }

  private static int length(String length) {
    if (length.equals(ALL)) {
      return ScanClient.Range.ALL;
    }
    try {
      return CellSettings.positive("length", length, MAX_RECORDS);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "invalid length '%s' (expected a whole number from 1 to %d, or %s)"
              .formatted(length, MAX_RECORDS, ALL),
          e);
    }
  }

  @Override
  public InitialState initialState(Map<String, String> parameters) {
    return InitialState.PREPARED;
  }

  /** A prepared store that is only read. */
  public static class ScanStore extends OperationsState {
    @Param(Parameter.Default.LENGTH)
    public String length = "";

    @Param({Parameter.Default.FORWARD, Parameter.Default.BACKWARD})
    public String direction = "";

    @Param(Parameter.Default.NONE)
    public String checksum = "";

    private ScanClient.@Nullable Range range;

    @Override
    int readPercent() {
      return 100;
    }

    @Override
    long round() {
      return workingSet().keys().size() / length(length);
    }

    private synchronized ScanClient.Range range() {
      if (range == null) {
        range = ScanClient.Range.of(workingSet().keys(), direction(direction), length(length));
      }
      return range;
    }

    @Override
    WorkLoop.Job job(Session session, int thread, int threads) {
      // Reads all records, which then are in the cache.
      PointClient reader = client(session, thread, threads);
      ScanClient client =
          new ScanClient(
              session,
              stream(thread, threads),
              range(),
              maxValueBytes(),
              storesValues(),
              checksum(checksum));
      WorkLoop.Job filled = job(reader, client::scan, 1, thread, threads);
      return new WorkLoop.Job(
          client::scan,
          1,
          WorkLoop.Share.NONE,
          filled.fill(),
          () -> client.restart(stream(thread, threads)),
          client::close);
    }
  }

  /** A thread with a session of its own. */
  public static class Scanner extends JobThread {
    /** Opens the session. */
    @Setup
    public void open(ScanStore store, ThreadParams thread) {
      super.open(store, thread);
    }
  }

  /** Reads one range. */
  @Benchmark
  public long scan(Scanner scanner, OperationCounts counts) throws InterruptedException {
    return scanner.run(counts);
  }
}
