package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.benchmarks.fork.ClassPath;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.StoreCache;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The data and the stores that the cells of a run open: packed once, and loaded in JVMs of their
 * own unless an earlier run of this code has left them.
 */
public final class PreparedStores {
  private final RunPlan plan;
  private final RunListener listener;
  private final CacheFolder cache = CacheFolder.current();
  private final CandidateProbe probe = new CandidateProbe();
  private final Map<DatasetSpec, PackedSummary> packed = new HashMap<>();
  private final Map<Cell, String> descriptions = new HashMap<>();
  private final Map<LoadedStore, CellReport> loaded = new HashMap<>();
  private final Map<Cell, Optional<Problem>> unsupported = new HashMap<>();
  private final List<Long> toLoad = new ArrayList<>();

  /** One of the independently loaded stores of a description. */
  private record LoadedStore(String description, int number) {}

  PreparedStores(RunPlan plan, RunListener listener) {
    this.plan = plan;
    this.listener = listener;
  }

  /**
   * Packs the data and checks that there is room for the stores; to be called first.
   *
   * @throws IllegalArgumentException if a limit is impossible for the data, or the cache folder has
   *     no room
   */
  void plan() throws IOException {
    for (Cell cell : plan.cells()) {
      pack(cell.parameters());
      cell.parameters().requirePossible(data(cell).rawBytes());
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
      boolean needs = needsStore(cell);
      boolean first = needs && seen.add(storeOf(cell));
      boolean loads = first && !new StoreCache(cache).mayHold(cell.candidate().engine(), data);
      if (loads) {
        toLoad.add(data.records());
      }
      // Rivals that open the same store have copies at the same time.
      boolean copied =
          needs && seen.add(List.of(cell.label(), storeOf(cell))) && !first && cell.takesTurns();
      // The store of one chain at a time grows beside the loaded ones.
      if (loads
          || copied
          || (cell.stage().isPresent() && unsupported(cell).isEmpty() && seen.add(data))) {
        room =
            room.with(
                Engines.of(cell.candidate()).capabilities(),
                cell.get(Parameter.COMPRESSION),
                data,
                loads ? plan.stores() : 1);
      }
    }
    room.check().ifPresent(listener::warned);
  }

  /** The records of each store to load for one round, once {@link #plan} has found them. */
  List<Long> toLoad() {
    return toLoad;
  }

  /** How many records a limit that is a multiple of the data takes; 0 if these suffice. */
  private long recordsNeeded(Cell cell) {
    Parameters settings = cell.parameters();
    StorageEngine engine = Engines.of(cell.candidate());
    SizeSpec limit = settings.get(Parameter.MEMORY).limit();
    return limit == null || limit.ratio() == 0
        ? 0
        : ResolvedSettings.recordsNeeded(
            engine,
            settings.engineSettings(data(cell), engine.capabilities()),
            settings.get(Parameter.NEAREST));
  }

  private void pack(Parameters settings) throws IOException {
    DatasetSpec dataset = settings.get(Parameter.DATASET);
    if (!packed.containsKey(dataset)) {
      String name = dataset.toString();
      try (PackedFile file =
          PackedFile.open(
              CellStore.packed(
                  settings,
                  cache,
                  (records, bytes) -> listener.advanced("packing " + name, records, -1)))) {
        PackedSummary data = file.summary();
        packed.put(dataset, data);
        listener.packed(name, data);
        dataset
            .keyWarning(data.records() + data.duplicates(), data.duplicates())
            .ifPresent(warning -> listener.warned(name + ": " + warning));
      }
    }
  }

  /** The description of a supported cell's store: equal for cells that share one. */
  private String storeOf(Cell cell) {
    return descriptions.computeIfAbsent(cell, any -> identity(any, data(any)));
  }

  static String identity(Cell cell, PackedSummary data) {
    Parameters settings = cell.parameters();
    StorageEngine engine = Engines.of(settings.candidate());
    EngineSettings resolved = CellStore.resolve(engine, settings, data, false).settings();
    return engine.name()
        + CellStore.identity(
            engine,
            settings.candidate().version()
                + settings.candidate().jar().map(Plugins::identity).orElse(""),
            resolved,
            settings.layout(),
            data);
  }

  /** Why a cell cannot be measured, if known before its fork. */
  @Nullable Problem problem(Cell cell, int store) throws IOException {
    Problem unsupported = unsupported(cell).orElse(null);
    Problem refused = unsupported == null ? probe.problem(cell, data(cell)) : unsupported;
    CellReport report =
        refused == null && needsStore(cell)
            ? loaded.get(new LoadedStore(storeOf(cell), store))
            : null;
    return report == null ? refused : report.problem();
  }

  /** Whether another cell of a set opens the same store: then each needs a copy of its own. */
  boolean areShared(Cell cell, List<Cell> set, int number) {
    return needsStore(cell)
        && set.stream()
            .filter(each -> !each.equals(cell) && needsStore(each))
            .anyMatch(each -> idOf(each, number).equals(idOf(cell, number)));
  }

  /** The store as its loader knows it: two names of one release are one. */
  private String idOf(Cell cell, int number) {
    CellReport report = loaded.get(new LoadedStore(storeOf(cell), number));
    StoreInfo info = report == null ? null : report.prepared();
    return info == null ? storeOf(cell) : info.id();
  }

  /** Loads the store that a cell opens, unless it cannot be measured. */
  void prepare(Cell cell, int number) throws IOException {
    if (problem(cell, number) != null || !needsStore(cell)) {
      return;
    }
    LoadedStore store = new LoadedStore(storeOf(cell), number);
    if (!loaded.containsKey(store)) {
      loaded.put(store, load(cell, store));
    }
  }

  /** Loads a store, unless it is there as an earlier run of this code has left it. */
  private CellReport load(Cell cell, LoadedStore store) throws IOException {
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
      return CellReport.of(null, known.get(), List.of());
    }
    PackedSummary data = data(cell);
    // The control is loaded for the candidate that it is, too.
    String name = Ranking.isContender(cell.label()) ? cell.label() : cell.candidate().engine();
    CellReport report =
        StoreLoaderProcess.prepare(
            cell,
            data,
            store.number(),
            records -> listener.advanced("loading " + name, records, data.records()));
    if (code.isPresent() && report.prepared() != null) {
      inCache.note(description, code.get(), report.prepared());
    }
    return report;
  }

  PackedSummary data(Cell cell) {
    return packed.get(cell.get(Parameter.DATASET));
  }

  /**
   * Whether a cell opens a prepared store: not if it, or its chain, begins with an empty one or it
   * is unsupported.
   */
  private boolean needsStore(Cell cell) {
    Cell first = plan.chain(cell).get(0);
    return first.initialState() != InitialState.EMPTY && unsupported(cell).isEmpty();
  }

  /** Why a cell cannot run, as far as the engine's capabilities say so; no fork need find out. */
  Optional<Problem> unsupported(Cell cell) {
    // Asked several times a cell: engines are looked up, and option files read, only once.
    return unsupported.computeIfAbsent(cell, any -> unsupported(any, data(any)));
  }

  /**
   * Why an engine cannot run a cell, as far as its capabilities say so; empty if they allow it.
   *
   * @param data the totals of its records
   */
  static Optional<Problem> unsupported(Cell cell, PackedSummary data) {
    StorageEngine engine = Engines.of(cell.candidate());
    if (cell.threads() > engine.maxThreads()) {
      return Optional.of(
          Problem.unsupported(
              "%s takes at most %d threads".formatted(engine.name(), engine.maxThreads())));
    }
    try {
      if (cell.clients() > 1 && !engine.capabilities().isServer()) {
        throw new UnsupportedSettingException(
            "%s runs inside one process; clients=%d needs a SQL engine such as mysql"
                .formatted(engine.name(), cell.clients()));
      }
      Workloads.named(cell.benchmark()).require(engine, cell.parameters());
      CellStore.resolve(engine, cell.parameters(), data, cell.initialState().isWritten());
      return Optional.empty();
    } catch (UnsupportedSettingException e) {
      return Optional.of(Problem.of(e));
    }
  }
}
