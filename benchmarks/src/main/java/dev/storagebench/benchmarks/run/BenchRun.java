package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.benchmarks.fork.ClassArchive;
import dev.storagebench.benchmarks.fork.ClassPath;
import dev.storagebench.core.benchmark.PointRead;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.ForkPlan.Token;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.StoreCache;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.WorkloadType;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * Executes a plan: packs the data, loads the stores, then measures round by round. Each result is
 * logged at once, and a failing cell affects no other.
 */
public final class BenchRun implements AutoCloseable {
  private final RunPlan plan;
  private final StopRule rule;
  private final RunFolder folder;
  private final RunLog log;
  private final RunListener listener;
  private final List<ProfilerSpec> profilers;
  private final List<CellResult> results = new CopyOnWriteArrayList<>();
  private final Map<DatasetSpec, PackedSummary> packed = new HashMap<>();
  private final Map<Cell, String> stores = new HashMap<>();
  private final Map<LoadedStore, CellReport> prepared = new HashMap<>();
  private final CandidateProbe probe = new CandidateProbe();
  private final CacheFolder cache = CacheFolder.current();
  private final Map<Cell, Optional<String>> unsupported = new HashMap<>();
  private @Nullable MachineLock machine;
  private volatile boolean stopped;

  private static final int REHEARSAL_MILLIS = 100;
  private static final String REHEARSED_RECORDS = "reviews:records=1000";

  /** One of the independently loaded stores of a description. */
  private record LoadedStore(String description, int number) {}

  /**
   * A new run, or one to resume.
   *
   * @param rule when to stop before the plan's last round
   * @param earlier the results in it; they are not measured again
   */
  public BenchRun(
      RunPlan plan,
      StopRule rule,
      RunFolder folder,
      RunListener listener,
      List<ProfilerSpec> profilers,
      RunLog log,
      List<CellResult> earlier) {
    this.plan = plan;
    this.rule = rule;
    this.folder = folder;
    this.log = log;
    this.listener = listener;
    this.profilers = List.copyOf(profilers);
    this.results.addAll(earlier);
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
  public RunOutlook makeReady(boolean waits) throws IOException {
    new Workspace(cache).begin();
    // First what can be refused at once.
    for (Candidate each : plan.cells().stream().map(Cell::candidate).distinct().toList()) {
      EngineVersions.ofUser().jars(each, listener::fetching);
    }
    machine = MachineLock.take(waits, listener::warned);
    for (Cell cell : plan.cells()) {
      pack(cell.settings());
      cell.settings().requirePossible(data(cell).rawBytes());
    }
    plan.cells().stream()
        .mapToLong(this::recordsNeeded)
        .filter(records -> records > 0)
        .max()
        .ifPresent(
            most ->
                listener.warned(
                    "the data is too small for some memory limits, whose cells are left out; for all of them use at least %,d records (--records %<d)"
                        .formatted(most)));
    StoreSpaceCheck room = StoreSpaceCheck.of(cache.root(), cache.probeWritable());
    Set<Object> seen = new HashSet<>();
    for (Cell cell : plan.cells()) {
      PackedSummary data = data(cell);
      boolean loads =
          needsStore(cell)
              && seen.add(storeOf(cell))
              && !new StoreCache(cache).mayHold(cell.candidate().engine(), data);
      // The store of one chain at a time grows beside the loaded ones.
      if (loads || (cell.stage().isPresent() && unsupported(cell).isEmpty() && seen.add(data))) {
        room =
            room.with(
                Engines.of(cell.candidate()).capabilities(),
                cell.settings().compression(),
                data,
                loads ? plan.stores() : 1);
      }
    }
    room.check().ifPresent(listener::warned);
    leaveOutUnsupported();
    return RunOutlook.of(plan, results, cell -> cell.operations(data(cell)));
  }

  /** How many records a limit that is a multiple of the data takes; 0 if these suffice. */
  private long recordsNeeded(Cell cell) {
    CellSettings settings = cell.settings();
    StorageEngine engine = Engines.of(cell.candidate());
    SizeSpec limit = settings.memory().limit();
    return limit == null || limit.ratio() == 0
        ? 0
        : ResolvedSettings.recordsNeeded(
            engine, settings.engineSettings(data(cell), engine.capabilities()), settings.nearest());
  }

  /** Their results say so; no round counts them. */
  private void leaveOutUnsupported() throws IOException {
    for (Cell cell : plan.cells()) {
      Optional<String> reason = unsupported(cell);
      if (reason.isPresent() && results.stream().noneMatch(each -> each.cell().equals(cell))) {
        Problem problem = Problem.unsupported(reason.get());
        CellResult result = CellResult.unmeasured(cell, cell.from(), 0, problem, null);
        log.append(result);
        results.add(result);
      }
    }
  }

  /**
   * Carries out the plan.
   *
   * @throws IOException if a store or the run's folder cannot be written
   */
  public void run() throws IOException {
    try (PrintStream printed =
        new PrintStream(
            Files.newOutputStream(
                folder.jmhLog(), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            true,
            StandardCharsets.UTF_8)) {
      MachineLock lock = Objects.requireNonNull(machine);
      CellRunner runner = new CellRunner(printed, folder.path(), profilers, lock, List.of());
      archiveClasses(printed, lock);
      for (int round = 0; round < plan.rounds(); round++) {
        List<Cell> cells = RoundSelection.next(rule, plan, round, results);
        if (cells.isEmpty()
            && plan.order(round).stream()
                .anyMatch(cell -> !RoundSelection.isUnsupported(cell, results))) {
          return;
        }
        if (!measure(RunOutlook.left(cells, round, results), round, runner)) {
          return;
        }
      }
    }
  }

  /** Makes the archive by which forks start fast, once for this program and JVM. */
  private void archiveClasses(PrintStream printed, MachineLock machineLock) throws IOException {
    Optional<ClassArchive> archive = ClassArchive.ofProgram(cache);
    if (archive.isEmpty() || Files.exists(archive.get().file())) {
      return;
    }
    try (@Nullable ProcessLock held = archive.get().lock().orElse(null)) {
      if (held != null) {
        ClassArchive made = archive.get();
        archiveClasses(
            new CellRunner(printed, folder.path(), List.of(), machineLock, made.make()), made);
      }
    }
  }

  private static void archiveClasses(CellRunner runner, ClassArchive archive) throws IOException {
    Map<String, String> parameters = Workloads.defaults(PointRead.NAME);
    parameters.put("engine", Ranking.HARNESS);
    // Which records are read makes no difference to the classes.
    parameters.put("dataset", REHEARSED_RECORDS);
    Cell reads =
        new Cell(
            PointRead.NAME,
            Mode.Throughput,
            2,
            parameters,
            new Cell.Timing(0, 1, REHEARSAL_MILLIS),
            1,
            0);
    try (PackedFile file = CellStore.records(reads.settings())) {
      StoreLoaderProcess.prepare(reads, file.summary(), 0, loaded -> {});
      runner.run(List.of(ForkPlan.of(reads, file.summary(), 0, 0)));
    }
    archive.keep();
  }

  /** False if the run was stopped meanwhile. */
  private boolean measure(List<Cell> cells, int round, CellRunner runner) throws IOException {
    // All stores first, so that nothing but the fork itself stands between two measurements.
    for (Cell cell : cells) {
      prepare(cell, plan.store(round));
    }
    for (List<Cell> set : TurnSets.of(plan.chains(cells), profilers.isEmpty(), this::data)) {
      boolean goesOn =
          set.get(0).stage().isPresent()
              ? measureChain(set, round, runner)
              : measureSet(set, round, runner);
      if (!goesOn) {
        return false;
      }
    }
    if (!cells.isEmpty()) {
      listener.roundComplete(round, results());
    }
    return true;
  }

  /** Measures the rivals of a set, and logs their results together. */
  private boolean measureSet(List<Cell> set, int round, CellRunner runner) throws IOException {
    listener.started(set.get(0), round);
    int store = plan.store(round);
    List<CellResult> done = new ArrayList<>();
    List<ForkPlan> plans = new ArrayList<>();
    for (Cell cell : set) {
      Problem problem = problem(cell, store);
      if (problem == null) {
        boolean shared =
            needsStore(cell)
                && set.stream()
                    .filter(each -> !each.equals(cell) && needsStore(each))
                    .anyMatch(each -> storeOf(each).equals(storeOf(cell)));
        plans.add(ForkPlan.of(cell, data(cell), round, store).with(Token.NONE, shared));
      } else {
        done.add(CellResult.unmeasured(cell, round, 0, problem, null));
      }
    }
    if (!stopped && !plans.isEmpty()) {
      done.addAll(runner.run(plans));
    }
    synchronized (results) {
      if (stopped) {
        return false;
      }
      for (CellResult each : done) {
        log.append(each);
      }
      results.addAll(done);
    }
    done.forEach(listener::finished);
    return true;
  }

  /** Measures the stages of a chain on a store that they share. */
  private boolean measureChain(List<Cell> chain, int round, CellRunner runner) throws IOException {
    try (OwnedFolder store = new Workspace(cache).newFolder(Engines.of(chain.get(0).candidate()))) {
      return measure(chain, round, runner, store.path());
    }
  }

  /** Logs the results of a chain together, so that one that was cut off begins anew. */
  private boolean measure(List<Cell> chain, int round, CellRunner runner, Path store)
      throws IOException {
    List<CellResult> done = new ArrayList<>();
    String failed =
        cutOff(chain, round)
            ? "its chain has results of this round; delete the lines of all its stages to measure it"
            : null;
    for (Cell cell : chain) {
      listener.started(cell, round);
      CellResult result = stopped ? null : result(cell, round, runner, store, failed);
      if (result == null) {
        return false;
      }
      if (failed == null && result.status() == Status.FAILED) {
        failed = "stage %s failed".formatted(cell.workload());
      }
      done.add(result);
      synchronized (results) {
        if (stopped) {
          return false;
        }
        if (done.size() == chain.size()) {
          for (CellResult each : done) {
            log.append(each);
          }
          results.addAll(done);
        }
        listener.finished(result);
      }
    }
    return true;
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

  private void pack(CellSettings settings) throws IOException {
    if (!packed.containsKey(settings.dataset())) {
      String name = settings.dataset().toString();
      try (PackedFile file =
          PackedFile.open(
              CellStore.packed(
                  settings,
                  cache,
                  (records, bytes) -> listener.advanced("packing " + name, records, -1)))) {
        PackedSummary data = file.summary();
        packed.put(settings.dataset(), data);
        listener.packed(name, data);
        settings
            .dataset()
            .keyWarning(data.records() + data.duplicates(), data.duplicates())
            .ifPresent(warning -> listener.warned(name + ": " + warning));
      }
    }
  }

  /** The description of a supported cell's store: equal for cells that share one. */
  private String storeOf(Cell cell) {
    return stores.computeIfAbsent(cell, any -> identity(any, data(any)));
  }

  static String identity(Cell cell, PackedSummary data) {
    CellSettings settings = cell.settings();
    StorageEngine engine = Engines.of(settings.candidate());
    EngineSettings resolved = CellStore.resolve(engine, settings, data, false).settings();
    return engine.name()
        + CellStore.identity(
            engine, settings.candidate().version(), resolved, settings.layout(), data);
  }

  /** Why a cell cannot be measured, if known before its fork. */
  private @Nullable Problem problem(Cell cell, int store) throws IOException {
    Optional<String> unsupported = unsupported(cell);
    if (unsupported.isPresent()) {
      return Problem.unsupported(unsupported.get());
    }
    Problem refused = probe.problem(cell, data(cell));
    if (refused != null) {
      return refused;
    }
    CellReport report =
        needsStore(cell) ? prepared.get(new LoadedStore(storeOf(cell), store)) : null;
    return report == null ? null : report.problem();
  }

  private void prepare(Cell cell, int number) throws IOException {
    if (problem(cell, number) != null || !needsStore(cell)) {
      return;
    }
    LoadedStore store = new LoadedStore(storeOf(cell), number);
    if (!prepared.containsKey(store)) {
      prepared.put(store, prepared(cell, store));
    }
  }

  /** Loads a store, unless it is there as an earlier run of this code has left it. */
  private CellReport prepared(Cell cell, LoadedStore store) throws IOException {
    StoreCache inCache = new StoreCache(cache);
    StorageEngine engine = Engines.of(cell.candidate());
    // A library that is not in the class path may have changed as well.
    Optional<String> code =
        engine.artifact().isPresent()
            ? ClassPath.of(cell.candidate()).fingerprint()
            : Optional.empty();
    String description = store.toString();
    Optional<StoreInfo> known =
        code.isPresent() ? inCache.known(description, code.get()) : Optional.empty();
    if (known.isPresent()) {
      StoreInfo info = known.get();
      return CellReport.of(
          new CellReport.Engine(info.engine(), info.engineVersion(), ""), info, List.of());
    }
    PackedSummary data = data(cell);
    CellReport report =
        StoreLoaderProcess.prepare(
            cell,
            data,
            store.number(),
            loaded -> listener.advanced("loading " + cell.label(), loaded, data.records()));
    if (code.isPresent() && report.prepared() != null) {
      inCache.note(description, code.get(), report.prepared());
    }
    return report;
  }

  private PackedSummary data(Cell cell) {
    return packed.get(cell.settings().dataset());
  }

  /**
   * Whether a cell opens a prepared store: not if it, or its chain, begins with an empty one or it
   * is unsupported.
   */
  private boolean needsStore(Cell cell) {
    Cell first = plan.chain(cell).get(0);
    return type(first).initialState(first.parameters()) != InitialState.EMPTY
        && unsupported(cell).isEmpty();
  }

  private static WorkloadType type(Cell cell) {
    return Workloads.named(cell.benchmark());
  }

  /** Why a cell cannot run, as far as the engine's capabilities say so; no fork need find out. */
  private Optional<String> unsupported(Cell cell) {
    // Asked several times a cell: engines are looked up, and option files read, only once.
    return unsupported.computeIfAbsent(cell, this::whyUnsupported);
  }

  private Optional<String> whyUnsupported(Cell cell) {
    int most = Engines.of(cell.candidate()).maxThreads();
    return cell.threads() > most
        ? Optional.of("%s takes at most %d threads".formatted(cell.candidate().engine(), most))
        : unsupported(type(cell), cell.parameters(), data(cell));
  }

  /**
   * Why an engine cannot run a workload, as far as its capabilities say so; empty if they allow it.
   *
   * @param parameters of the cell, the candidate among them
   */
  public static Optional<String> unsupported(
      WorkloadType type, Map<String, String> parameters, PackedSummary data) {
    CellSettings settings = CellSettings.from(parameters::get);
    StorageEngine engine = Engines.of(settings.candidate());
    try {
      if (CellSettings.clients(parameters) > 1 && !engine.capabilities().isServer()) {
        throw new UnsupportedSettingException(
            "%s runs inside one process; clients=%s needs a SQL engine such as mysql"
                .formatted(engine.name(), parameters.get(Parameter.CLIENTS.key())));
      }
      type.require(engine, parameters);
      CellStore.resolve(engine, settings, data, type.initialState(parameters).isWritten());
      return Optional.empty();
    } catch (UnsupportedSettingException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private CellResult result(
      Cell cell, int round, CellRunner runner, Path chain, @Nullable String failed)
      throws IOException {
    int store = plan.store(round);
    Problem known = problem(cell, store);
    Problem problem = known == null && failed != null ? new Problem(false, failed) : known;
    return problem == null
        ? runner.run(List.of(ForkPlan.of(cell, data(cell), round, store).on(chain))).get(0)
        : CellResult.unmeasured(cell, round, 0, problem, null);
  }
}
