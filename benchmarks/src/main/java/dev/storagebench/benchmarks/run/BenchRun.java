package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.benchmarks.fork.ClassArchive;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * Executes a plan: prepares the data and the stores, then measures round by round. Each result is
 * logged at once, and a failing cell affects no other.
 */
public final class BenchRun implements AutoCloseable {
  private static final int REHEARSAL_MILLIS = 100;
  private static final String REHEARSED_RECORDS = "reviews:records=1000";

  private final RunPlan plan;
  private final StopRule rule;
  private final ResultLog log;
  private final RunListener listener;
  private final Forks forks;
  private final List<CellResult> results;
  private final PreparedStores stores;
  private final CacheFolder cache = CacheFolder.current();
  private @Nullable MachineLock machine;
  private volatile boolean stopped;

  /** Keeps results as soon as they are there. */
  @FunctionalInterface
  public interface ResultLog {
    /** Keeps the results of a set of rivals, or of a chain. */
    void append(List<CellResult> results) throws IOException;
  }

  /**
   * A new run, or one to resume.
   *
   * @param rule when to stop before the plan's last round
   * @param earlier results that are not measured again
   */
  public BenchRun(
      RunPlan plan,
      StopRule rule,
      Forks forks,
      RunListener listener,
      ResultLog log,
      List<CellResult> earlier) {
    this.plan = plan;
    this.rule = rule;
    this.log = log;
    this.listener = listener;
    this.forks = forks;
    this.results = new CopyOnWriteArrayList<>(earlier);
    this.stores = new PreparedStores(plan, listener);
  }

  /**
   * Fetches the engines' versions, waits until no other run measures, packs the data, and sees that
   * there is room for the stores. To be called before {@link #run}.
   *
   * @param waits whether for the end of another run
   * @return what will be measured
   * @throws IOException if the data cannot be read or packed
   * @throws IllegalArgumentException if there is no such version of an engine, or the cache folder
   *     cannot be written or is too full
   */
  public RunEstimate prepare(boolean waits) throws IOException {
    new Workspace(cache).begin();
    // First what can be refused at once.
    for (Candidate each : plan.cells().stream().map(Cell::candidate).distinct().toList()) {
      EngineVersions.ofUser().jars(each, listener::fetching);
    }
    machine = MachineLock.take(waits, listener::warned);
    stores.plan();
    recordUnsupported();
    return RunEstimate.of(
        plan, results, cell -> cell.operations(stores.data(cell)), stores.toLoad());
  }

  /** Their results say so; no round counts them. */
  private void recordUnsupported() throws IOException {
    for (Cell cell : plan.cells()) {
      Optional<Problem> why = stores.unsupported(cell);
      if (why.isPresent() && results.stream().noneMatch(each -> each.cell().equals(cell))) {
        keep(List.of(CellResult.unmeasured(cell, cell.from(), 0, why.get(), null)));
      }
    }
  }

  /** Logs results together; false if the run was stopped meanwhile, which drops them. */
  private boolean keep(List<CellResult> done) throws IOException {
    synchronized (results) {
      if (!stopped) {
        log.append(done);
        results.addAll(done);
      }
      return !stopped;
    }
  }

  /**
   * Carries out the plan.
   *
   * @param printed gets what forks print
   * @throws IOException if a store or the run's folder cannot be written
   */
  public void run(PrintStream printed) throws IOException {
    MachineLock lock = Objects.requireNonNull(machine);
    if (!forks.here()) {
      archiveClasses(printed, lock);
    }
    CellRunner runner = new CellRunner(printed, forks, lock);
    for (int round = 0; round < plan.rounds() && !stopped; round++) {
      List<Cell> cells = RoundSelection.next(rule, plan, round, results);
      if (cells.isEmpty()
          && plan.order(round).stream()
              .anyMatch(cell -> !RoundSelection.isUnsupported(cell, results))) {
        return;
      }
      measure(cells, round, runner);
    }
  }

  /** Makes the archive by which forks start fast, once for this program and JVM. */
  private void archiveClasses(PrintStream printed, MachineLock lock) throws IOException {
    ClassArchive archive = ClassArchive.ofProgram(cache).orElse(null);
    if (archive == null || Files.exists(archive.file())) {
      return;
    }
    try (@Nullable ProcessLock held = archive.lock().orElse(null)) {
      if (held == null) {
        return;
      }
      String workload = Workloads.readOnly();
      Map<String, String> parameters = Workloads.defaults(workload);
      parameters.put("engine", Ranking.HARNESS);
      // Which records are read makes no difference to the classes.
      parameters.put("dataset", REHEARSED_RECORDS);
      Cell.Timing timing = new Cell.Timing(0, 1, REHEARSAL_MILLIS);
      Cell reads = new Cell(workload, Mode.Throughput, 2, new Parameters(parameters), timing, 1, 0);
      Forks rehearsal = new Forks(forks.folder(), List.of(), archive.make(), false);
      try (PackedFile file = CellStore.records(reads.parameters())) {
        StoreLoaderProcess.prepare(reads, file.summary(), 0, loaded -> {});
        new CellRunner(printed, rehearsal, lock)
            .run(List.of(ForkPlan.of(reads, file.summary(), 0, 0)));
      }
      archive.keep();
    }
  }

  /** Whether rivals take turns in it. */
  public boolean takesTurns() {
    return sets(plan.order(0)).stream().anyMatch(TurnSet::hasRivals);
  }

  private List<TurnSet> sets(List<Cell> cells) {
    List<Cell> all =
        plan.cells().stream().filter(cell -> !RoundSelection.isUnsupported(cell, results)).toList();
    return TurnSet.of(plan.chains(cells), all, forks.profilers().isEmpty(), stores::data);
  }

  /**
   * Measures what is left of a round, until the run is stopped.
   *
   * @param cells of the round, by which its sets are made
   */
  private void measure(List<Cell> cells, int round, CellRunner runner) throws IOException {
    Set<Cell> left = Set.copyOf(RunEstimate.left(cells, round, results));
    List<TurnSet> sets =
        sets(cells).stream()
            .map(set -> set.only(left))
            .filter(set -> !set.cells().isEmpty())
            .toList();
    // All stores first, so that nothing but the fork itself stands between two measurements.
    for (TurnSet set : sets) {
      for (Cell cell : set.forks()) {
        stores.prepare(cell, plan.store(round));
      }
    }
    for (TurnSet set : sets) {
      if (set.cells().get(0).stage().isPresent()) {
        measureChain(set.cells(), round, runner);
      } else {
        measureSet(set, round, runner);
      }
      if (stopped) {
        return;
      }
    }
    if (!left.isEmpty()) {
      listener.roundComplete(round, results());
    }
  }

  /** Measures the rivals of a set, and logs their results together. */
  private void measureSet(TurnSet set, int round, CellRunner runner) throws IOException {
    listener.started(set.cells(), round);
    List<CellResult> done = new ArrayList<>();
    List<ForkPlan> plans = new ArrayList<>();
    for (Cell cell : set.cells()) {
      Problem problem = stores.problem(cell, plan.store(round));
      if (problem == null) {
        plans.add(rival(cell, set, round));
      } else {
        done.add(CellResult.unmeasured(cell, round, 0, problem, null));
      }
    }
    if (!stopped && !plans.isEmpty()) {
      done.addAll(measured(plans, set, runner));
    }
    if (keep(done)) {
      done.forEach(listener::finished);
    }
  }

  private ForkPlan rival(Cell cell, TurnSet set, int round) {
    int store = plan.store(round);
    return ForkPlan.of(cell, stores.data(cell), round, store)
        .with(Token.NONE, stores.areShared(cell, set.forks(), store));
  }

  /**
   * The results of plans, beside the reference of a cut set, whose own result is in its first part.
   */
  private List<CellResult> measured(List<ForkPlan> plans, TurnSet set, CellRunner runner)
      throws IOException {
    if (forks.here()) {
      return List.of(MeasuringProcess.here(plans.get(0), forks.profilers()));
    }
    Cell reference = set.reference();
    int round = plans.get(0).round();
    OptionalDouble before =
        results.stream()
            .filter(each -> each.round() == round && each.cell().equals(reference))
            .flatMapToDouble(each -> CellScore.ofRound(CellScore.SPEED, each).stream())
            .findFirst();
    if (reference == null || before.isEmpty()) {
      return runner.run(plans);
    }
    plans.add(rival(reference, set, round));
    List<CellResult> measured = new ArrayList<>(runner.run(plans));
    CellResult again = measured.remove(measured.size() - 1);
    OptionalDouble now = CellScore.ofRound(CellScore.SPEED, again);
    if (now.isPresent()) {
      measured.replaceAll(each -> each.besideReference(now.getAsDouble() / before.getAsDouble()));
    }
    return measured;
  }

  /**
   * Measures the stages of a chain on a store that they share, and logs their results together, so
   * that one that was cut off begins anew.
   */
  private void measureChain(List<Cell> chain, int round, CellRunner runner) throws IOException {
    List<CellResult> done = new ArrayList<>();
    String failed =
        cutOff(chain, round)
            ? "its chain has results of this round; delete the lines of all its stages to measure it"
            : null;
    try (OwnedFolder store = new Workspace(cache).newFolder(Engines.of(chain.get(0).candidate()))) {
      for (Cell cell : chain) {
        listener.started(List.of(cell), round);
        if (stopped) {
          return;
        }
        Problem known = stores.problem(cell, plan.store(round));
        Problem problem = known == null && failed != null ? Problem.failed(failed) : known;
        ForkPlan stage = ForkPlan.of(cell, stores.data(cell), round, plan.store(round));
        CellResult result =
            problem == null
                ? runner.run(List.of(stage.on(store.path()))).get(0)
                : CellResult.unmeasured(cell, round, 0, problem, null);
        if (failed == null && result.status() == Status.FAILED) {
          failed = "stage %s failed".formatted(cell.workload());
        }
        done.add(result);
        if (!keep(done.size() == chain.size() ? done : List.of())) {
          return;
        }
        listener.finished(result);
      }
    }
  }

  /** Whether a round has a part of the chain's results: the rest would be of another store. */
  private boolean cutOff(List<Cell> chain, int round) {
    return plan.chain(chain.get(0)).stream()
        .anyMatch(
            cell ->
                RoundSelection.any(
                    results,
                    cell,
                    each -> each.round() == round && each.status() != Status.UNSUPPORTED));
  }

  /**
   * Ends the run as soon as possible; the cell being measured is dropped, one being logged is kept.
   * For any thread.
   */
  public void stop() {
    synchronized (results) {
      stopped = true;
    }
  }

  /** Lets other runs measure. */
  @Override
  public void close() throws IOException {
    if (machine != null) {
      machine.close();
    }
  }

  /** The results so far, in order; for any thread. */
  public List<CellResult> results() {
    return List.copyOf(results);
  }
}
