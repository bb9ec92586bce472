package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.DeletedRecords;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;

/** The store of a benchmark whose operations choose random keys. */
public abstract class OperationsState extends KeyValueState {
  @Param(Parameter.Default.DISTRIBUTION)
  public String distribution = "";

  @Param(Parameter.Default.STEADY_WITHIN)
  public String steadyWithin = "";

  @Param(Parameter.Default.AUTO)
  public String age = "";

  @Param(Parameter.Default.NONE)
  public String rate = "";

  @Param(Parameter.Default.CLIENTS)
  public String clients = "";

  private static final long MAX_STEADY_SECONDS = 86_400;
  private static final double MAX_AGE = 1000;
  // Up to so many records are all overwritten, of more of them a tenth at least.
  private static final long ALL_AGED = 200_000;
  private static final int TENTH = 10;
  // The first thread that warms up: other operations than the measured ones.
  private static final int FIRST_THREAD = 1 << 12;

  private final Queue<PointClient> opened = new ConcurrentLinkedQueue<>();
  private long aged;

  @Override
  protected final String rate() {
    return rate;
  }

  /** The figure of the records overwritten before the first operation, as a multiple of all. */
  public static final String AGE_AT_START = "ageAtStart";

  /** The percentage of reads; by default all operations are writes. */
  int readPercent() {
    return 0;
  }

  /** The percentage of deletions. */
  int deletePercent() {
    return 0;
  }

  /** Which records a thread has deleted, and the others have; null if nobody deletes any. */
  @Nullable DeletedRecords deleted(int thread) {
    return null;
  }

  /** The operations of one pass over the caches: a read per key, as published; none for writes. */
  long round() {
    return readPercent() > 0 ? workingSet().keys().size() : 0;
  }

  /** Whether records are overwritten before the first operation: not in an empty store. */
  boolean ages() {
    return cell().writes() && !cell().startsEmpty() && !cell().isStage();
  }

  /**
   * The records that are overwritten before the first operation, the same number for all engines.
   */
  private long age() {
    long records = data().summary().records();
    if (!ages()) {
      return 0;
    }
    if (!age.equals(Parameter.Default.AUTO)) {
      return Math.round(age(age) * records);
    }
    long tenth = Math.max(1, records / TENTH);
    return cell().cell().settings().durability() == Durability.SYNC
        ? tenth
        : Math.max(Math.min(records, ALL_AGED), tenth);
  }

  private SteadyWarmUp untilSteady() {
    StorageEngine engine = cell().cell().engine();
    return new SteadyWarmUp(
        cell().writes() ? engine.writeCycle() : Duration.ZERO,
        steadyWithin(steadyWithin),
        cell().writes() ? 0 : round() * (engine.warmUpReads() - 1));
  }

  /** Compiles what writes on a scratch store, which takes the writes of the warm-up with it. */
  @Override
  protected CellReport.@Nullable WarmUp warmUp(int threads)
      throws IOException, InterruptedException {
    if (attached()
        || !cell().writes()
        || steadyWithin(steadyWithin).isZero()
        || cell().cell().engine().capabilities().isServer()) {
      return null;
    }
    try (OwnedFolder folder = cell().scratch();
        KeyValueStore scratch = (KeyValueStore) cell().cell().open(folder.path())) {
      return conductor()
          .rehearse(thread -> job(scratch.session(), thread, threads()), untilSteady());
    } finally {
      // They have verified their own writes.
      opened.clear();
      forgetDeleted();
    }
  }

  /** The scratch store is gone, and what was deleted in it does not matter. */
  void forgetDeleted() {}

  /** Brings the store to its age, fills its caches, and what only reads is compiled. */
  @Override
  void warmUp(Conductor loops) throws IOException, InterruptedException {
    if (age() > 0) {
      aged = loops.share(Window.Kind.AGE, Long.MAX_VALUE);
    }
    Duration limit = steadyWithin(steadyWithin);
    if (limit.isZero() || cell().startsEmpty()) {
      return;
    }
    if (readPercent() > 0) {
      loops.share(Window.Kind.FILL_CACHE, limit.toNanos());
    }
    if (!cell().writes()) {
      warmedUp(loops.steady(untilSteady()));
      super.warmUp(loops);
    }
  }

  @Override
  protected List<Figure> figures() {
    List<Figure> figures = new ArrayList<>(super.figures());
    if (cell().writes()) {
      figures.add(new Figure(AGE_AT_START, (double) aged / data().summary().records(), "x"));
    }
    return figures;
  }

  static void validate(Map<String, String> parameters) {
    age(Parameter.AGE.of(parameters));
    Distribution.parse(Parameter.DISTRIBUTION.of(parameters));
    steadyWithin(Parameter.STEADY_WITHIN.of(parameters));
    Rate.requireNotRecorded(Parameter.RATE.of(parameters));
    CellSettings.clients(parameters);
  }

  private static double age(String multiple) {
    if (multiple.equals(Parameter.Default.AUTO)) {
      return 1;
    }
    double age = multiple.matches("\\d{1,4}(\\.\\d{1,6})?") ? Double.parseDouble(multiple) : -1;
    if (age < 0 || age > MAX_AGE) {
      throw new IllegalArgumentException(
          "invalid age '%s' (expected auto, or overwritten records as a multiple of all, 0 to %.0f)"
              .formatted(multiple, MAX_AGE));
    }
    return age;
  }

  static Duration steadyWithin(String seconds) {
    return Duration.ofSeconds(CellSettings.whole("steadyWithin", seconds, MAX_STEADY_SECONDS));
  }

  @Override
  protected final String digest(int threads) {
    return OperationStream.digest(
        workingSet(), seeds(), threads, thread -> stream(thread, threads));
  }

  /** The operations of a thread. */
  final OperationStream stream(int thread, int threads) {
    return new OperationStream(
        workingSet().keys(),
        Distribution.parse(distribution),
        readPercent(),
        deletePercent(),
        seeds(),
        thread,
        threads);
  }

  @Override
  protected final WorkLoop.Job job(int thread) {
    return job(session(), thread, threads());
  }

  /** The work of a thread, on the store or on a scratch store. */
  WorkLoop.Job job(Session session, int thread, int threads) {
    PointClient client = client(session, thread, threads);
    return job(
        client,
        switch (readPercent()) {
          case 100 -> client::read;
          case 0 -> deletePercent() == 0 ? client::write : client::mix;
          default -> client::mix;
        },
        1,
        thread,
        threads);
  }

  /**
   * A client's work.
   *
   * @param each the operations that a call stands for
   */
  final WorkLoop.Job job(
      PointClient client, WorkLoop.Operation operation, int each, int thread, int threads) {
    long own = share(age(), thread, threads);
    boolean bySession = cell().cell().engine().cachesBySession();
    return new WorkLoop.Job(
        operation,
        each,
        (window, counts) -> {
          for (long i = 0; i < own; i++) {
            client.write(counts);
          }
          return own;
        },
        (window, counts) ->
            bySession
                ? client.readAll(0, 1, window, counts)
                : client.readAll(thread, threads, window, counts),
        () ->
            client.restart(
                stream(thread, threads), new ValueSource(workingSet().values(), seeds(), thread)),
        client::close);
  }

  /** The part of some operations that is a thread's. */
  static long share(long all, int thread, int threads) {
    return all * (thread + 1) / threads - all * thread / threads;
  }

  /** Whether nobody else writes what a thread writes, so that it finds its last writes. */
  boolean writesAlone(int thread, int threads) {
    return threads == 1;
  }

  /** The client of a thread, with a session of its own and operations to warm up. */
  final PointClient client(Session session, int thread, int threads) {
    DeletedRecords deleted = deleted(thread);
    int other = FIRST_THREAD + thread;
    PointClient client =
        new PointClient(
            session,
            stream(other, threads),
            new ValueSource(workingSet().values(), seeds(), other),
            maxValueBytes(),
            storesValues(),
            writesAlone(thread, threads) || deleted != null,
            deleted);
    opened.add(client);
    return client;
  }

  @Override
  protected void verify() {
    PointClient.requireStored(attached() ? List.of() : opened);
  }
}
