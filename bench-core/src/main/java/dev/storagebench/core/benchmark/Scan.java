package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.ScanChecksum;
import dev.storagebench.core.workload.ScanClient;
import dev.storagebench.core.workload.StoreAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Scans a range of records from a random stored key, or the whole store, in the order of keys. A
 * scan is one operation; {@code records} counts the visited records, fewer than the length only at
 * the end of the store, or, with {@code length=1-100}, than those of all lengths that are drawn.
 * With {@code insertPercent=n}, n percent of the operations insert a record instead. Every cache
 * line of each key and value is touched; the number of records is checked, and for a sample of
 * scans the order and the values. Unordered engines are unsupported.
 */
public class Scan extends OperationBenchmark {
  @Override
  public String label(Parameters of) {
    String scan =
        "%s %s %s".formatted(name(), of.text(Parameter.LENGTH), of.text(Parameter.DIRECTION));
    int inserts = of.get(Parameter.INSERT_PERCENT);
    return scan
        + (of.get(Parameter.CHECKSUM) == ScanChecksum.NONE ? "" : " " + of.text(Parameter.CHECKSUM))
        + (inserts == 0 ? "" : " insert " + inserts);
  }

  @Override
  public List<Parameter<?>> own() {
    return OperationsState.with(
        Parameter.LENGTH, Parameter.DIRECTION, Parameter.CHECKSUM, Parameter.INSERT_PERCENT);
  }

  @Override
  public void validate(Parameters of) {
    super.validate(of);
    if (of.get(Parameter.INSERT_PERCENT) > 0
        && of.get(Parameter.LENGTH).equals(ScanClient.Lengths.ALL)) {
      throw new IllegalArgumentException(
          "invalid insertPercent '%d' (expected 0 with length=all, whose records are counted)"
              .formatted(of.get(Parameter.INSERT_PERCENT)));
    }
  }

  @Override
  public double recordsWritten(Parameters of) {
    return of.get(Parameter.INSERT_PERCENT) / 100.0;
  }

  @Override
  public void require(StorageEngine engine, Parameters of) {
    if (!engine.capabilities().ordered()) {
      throw new UnsupportedSettingException(engine.name() + " is unordered and has no range scans");
    }
  }

  @Override
  public InitialState initialState(Parameters of) {
    return of.get(Parameter.INSERT_PERCENT) == 0 ? InitialState.PREPARED : InitialState.COPY;
  }

  /** A prepared store that is only read, or a copy with insertions. */
  public static class ScanStore extends OperationsState {
    private ScanClient.@Nullable Range range;

    @Override
    int readPercent() {
      return 100;
    }

    @Override
    int storedPercent() {
      return 100 - get(Parameter.INSERT_PERCENT);
    }

    @Override
    long round() {
      return workingSet().keys().size() / get(Parameter.LENGTH).most();
    }

    private synchronized ScanClient.Range range() {
      if (range == null) {
        range =
            ScanClient.Range.of(
                workingSet().keys(),
                get(Parameter.DIRECTION),
                get(Parameter.LENGTH),
                get(Parameter.INSERT_PERCENT) > 0);
      }
      return range;
    }

    @Override
    WorkLoop.Job job(StoreAccess access, int thread) {
      // Reads all records, which then are in the cache, and inserts others.
      PointClient reader = inserting(access, thread);
      boolean inserts = get(Parameter.INSERT_PERCENT) > 0;
      ScanClient client =
          new ScanClient(access, stream(thread, threads()), range(), get(Parameter.CHECKSUM));
      WorkLoop.Job filled = job(reader, client::scan, 1, thread);
      return new WorkLoop.Job(
          inserts
              ? counts -> client.nextScans() ? client.scan(counts) : reader.insert(counts)
              : client::scan,
          1,
          filled.age(),
          filled.fill(),
          () -> {
            filled.begin().run();
            client.restart(stream(thread, threads()));
          },
          inserts ? reader::close : client::close);
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
