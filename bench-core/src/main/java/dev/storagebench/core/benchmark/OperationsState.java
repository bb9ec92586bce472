package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.turns.Window;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.InsertedKeys;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The store of a benchmark whose operations choose random keys. */
public abstract class OperationsState extends KeyValueState {
  private static final List<Parameter<?>> OPERATIONS =
      List.of(
          Parameter.DISTRIBUTION,
          Parameter.STEADY_WITHIN,
          Parameter.AGE,
          Parameter.RATE,
          Parameter.CLIENTS);
  // Up to so many records are all overwritten, of more of them a tenth at least.
  private static final long ALL_AGED = 200_000;
  private static final int TENTH = 10;
  // The first thread that warms up: other operations than the measured ones.
  private static final int FIRST_THREAD = 1 << 12;

  private final Queue<PointClient> opened = new ConcurrentLinkedQueue<>();
  private long aged;

  /** The figure of the records overwritten before the first operation, as a multiple of all. */
  public static final String AGE_AT_START = "ageAtStart";

  /** The percentage of reads; by default all operations are writes. */
  int readPercent() {
    return 0;
  }

  /** The percentage of operations that read stored keys; by default all reads do. */
  int storedPercent() {
    return readPercent();
  }

  /** The percentage of insertions. */
  int insertPercent() {
    return 0;
  }

  /** The operations of one pass over the caches: a read per key, as published; none for writes. */
  long round() {
    return readPercent() > 0 ? workingSet().keys().size() : 0;
  }

  /**
   * Whether records are overwritten before the first operation: not in an empty store, nor in that
   * of a chain, whose age is that of the stages before.
   */
  boolean ages() {
    return cell().writes() && !startsEmpty() && planned().stage().isEmpty();
  }

  private boolean startsEmpty() {
    return planned().initialState() == InitialState.EMPTY;
  }

  /**
   * The records that are overwritten before the first operation, the same number for all engines.
   */
  private long age() {
    long records = data().summary().records();
    if (!ages()) {
      return 0;
    }
    Optional<Double> age = get(Parameter.AGE);
    if (age.isPresent()) {
      return Math.round(age.get() * records);
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
        get(Parameter.STEADY_WITHIN),
        cell().writes() ? 0 : round() * (engine.warmUpReads() - 1));
  }

  /** Compiles what writes on a scratch store, which takes the writes of the warm-up with it. */
  @Override
  protected CellReport.@Nullable WarmUp warmUp(int threads)
      throws IOException, InterruptedException {
    if (attached()
        || !cell().writes()
        || get(Parameter.STEADY_WITHIN).isZero()
        || cell().cell().engine().capabilities().isServer()) {
      return null;
    }
    try (OwnedFolder folder = cell().scratch();
        KeyValueStore scratch = (KeyValueStore) cell().cell().open(folder.path())) {
      return conductor().rehearse(thread -> job(access(scratch.session()), thread), untilSteady());
    } finally {
      // They have verified their own writes.
      opened.clear();
    }
  }

  /** Brings the store to its age, fills its caches, and what only reads is compiled. */
  @Override
  void warmUp(Conductor loops) throws IOException, InterruptedException {
    if (age() > 0) {
      aged = loops.share(Window.Kind.AGE, Long.MAX_VALUE);
    }
    Duration limit = get(Parameter.STEADY_WITHIN);
    if (limit.isZero() || startsEmpty()) {
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
    double multiple = (double) aged / data().summary().records();
    return cell().writes()
        ? with(super.figures(), List.of(new Figure(AGE_AT_START, multiple, "x")))
        : super.figures();
  }

  /** The parameters of all benchmarks of random keys, and these. */
  static List<Parameter<?>> with(Parameter<?>... more) {
    return Stream.concat(OPERATIONS.stream(), Stream.of(more)).toList();
  }

  static void validate(Parameters of) {
    Distribution.parse(of.get(Parameter.DISTRIBUTION));
    Rate.requireNotRecorded(of.text(Parameter.RATE));
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
        Distribution.parse(get(Parameter.DISTRIBUTION)),
        storedPercent(),
        insertPercent(),
        seeds(),
        thread,
        threads);
  }

  @Override
  protected final WorkLoop.Job job(int thread) {
    return job(access(session()), thread);
  }

  /** The work of a thread, on the store or on a scratch store. */
  WorkLoop.Job job(StoreAccess access, int thread) {
    PointClient client = client(access, thread, threads());
    return job(
        client,
        switch (readPercent()) {
          case 100 -> client::read;
          case 0 -> client::write;
          default -> client::mix;
        },
        1,
        thread);
  }

  /**
   * A client's work.
   *
   * @param each the operations that a call stands for
   */
  final WorkLoop.Job job(PointClient client, WorkLoop.Operation operation, int each, int thread) {
    long own = share(age(), thread, threads());
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
                : client.readAll(thread, threads(), window, counts),
        () -> client.restart(stream(thread, threads()), values(thread)),
        client::close);
  }

  /** The part of some operations that is a thread's. */
  static long share(long all, int thread, int threads) {
    return all * (thread + 1) / threads - all * thread / threads;
  }

  /** Whether nobody else writes what a thread writes, so that it finds its last writes. */
  boolean writesAlone(int thread) {
    return threads() == 1;
  }

  /** The values that a thread writes. */
  final ValueSource values(int thread) {
    return new ValueSource(workingSet().values(), seeds(), thread);
  }

  /** The client of a thread that inserts records, too. */
  final PointClient inserting(StoreAccess access, int thread) {
    boolean latest = Distribution.parse(get(Parameter.DISTRIBUTION)) == Distribution.LATEST;
    return client(access, thread, threads())
        .inserting(new InsertedKeys(workingSet().keys(), latest, seeds(), thread, threads()));
  }

  /** The client of a thread, with a session of its own and operations to warm up. */
  final PointClient client(StoreAccess access, int thread, int threads) {
    int other = FIRST_THREAD + thread;
    PointClient client =
        new PointClient(access, stream(other, threads), values(other), writesAlone(thread));
    opened.add(client);
    return client;
  }

  @Override
  protected void verify() {
    PointClient.requireStored(attached() ? List.of() : opened);
  }
}
