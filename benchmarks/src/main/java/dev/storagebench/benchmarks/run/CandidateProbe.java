package dev.storagebench.benchmarks.run;

import static dev.storagebench.core.cell.Parameter.BLOCK;
import static dev.storagebench.core.cell.Parameter.BLOOM_BITS;
import static dev.storagebench.core.cell.Parameter.COMPRESSION;
import static dev.storagebench.core.cell.Parameter.DURABILITY;
import static dev.storagebench.core.cell.Parameter.NEAREST;
import static dev.storagebench.core.cell.Parameter.TABLE;

import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkWork;
import dev.storagebench.benchmarks.fork.MissingApi;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability.Available;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.engine.ResolvedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.memory.Allocator;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.FirstUse;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.Workspace;
import dev.storagebench.datasets.packed.OwnedFolder;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Tries a candidate on an empty store, before anything is loaded or measured: whether its version
 * has what the adapter uses, and whether the engine takes its options.
 */
public final class CandidateProbe {
  // Cells with equal values of these open their stores alike.
  private static final List<Parameter<?>> OPENING =
      List.of(DURABILITY, COMPRESSION, NEAREST, TABLE, BLOCK, BLOOM_BITS);

  private final Map<Object, CellReport> reports = new HashMap<>();

  /**
   * Why a candidate cannot be measured; null if it can. Each is tried once, and only one with code
   * or options other than the bundled ones.
   */
  public @Nullable Problem problem(Cell cell, PackedSummary data) throws IOException {
    Parameters settings = cell.parameters();
    Candidate candidate = settings.candidate();
    if (candidate.isPlain() && Plugins.of(Engines.of(candidate)).isEmpty()) {
      return null;
    }
    List<Object> key = new ArrayList<>(List.of(candidate.spec()));
    OPENING.forEach(each -> key.add(settings.get(each)));
    if (!reports.containsKey(key)) {
      reports.put(key, run(cell, data));
    }
    return reports.get(key).problem();
  }

  /**
   * Tries a candidate in a JVM of its own.
   *
   * @param data the totals of the records that it is to hold
   * @return the engine and how it maps the settings, or a problem
   */
  public static CellReport run(Cell cell, PackedSummary data) throws IOException {
    Candidate candidate = cell.candidate();
    List<Path> jars = EngineVersions.ofUser().jars(candidate, FetchListener.NONE);
    List<String> flags = jars.isEmpty() ? List.of() : List.of("-Xlog:class+load=info:stdout:none");
    Collection<String> printed = new ConcurrentLinkedQueue<>();
    try (Fork fork = Fork.toOpen(ForkPlan.of(cell, data, 0, 0), flags)) {
      CellReport report = fork.run(CandidateProbe.class, printed::add);
      return jars.isEmpty() || report.problem() != null
          ? report
          : MissingApi.problem(candidate, jars, printed).map(CellReport::of).orElse(report);
    } catch (UnsupportedSettingException e) {
      return CellReport.of(Problem.of(e));
    }
  }

  /** Tries the planned candidate. */
  public static void main(String[] arguments) {
    ForkWork.run(CandidateProbe::tried);
  }

  /** Tries a candidate in this JVM. */
  public static CellReport here(Cell cell, PackedSummary data) {
    return ForkWork.of(ForkPlan.of(cell, data, 0, 0), CandidateProbe::tried);
  }

  private static CellReport tried(ForkPlan plan) throws IOException {
    Parameters settings = plan.cell().parameters();
    StorageEngine engine = Engines.of(settings.candidate());
    Allocator.of(settings.candidate()).ifPresent(each -> each.requireMapped(List.of()));
    Available available = Engines.availability(settings.candidate()).orThrow(engine.name());
    // Only the cells know whether durability matters: some may only read.
    boolean nearest = settings.get(NEAREST);
    ResolvedSettings fitted = CellStore.resolve(engine, settings, plan.data(), nearest);
    try (OwnedFolder folder = new Workspace(CacheFolder.current()).newFolder(engine);
        Store store =
            CellStore.open(engine, folder.path(), fitted.settings(), settings.get(TABLE))) {
      FirstUse.of(engine, store);
      List<AppliedSetting> applied = fitted.report(store.settings());
      return CellReport.of(
          new CellReport.Engine(engine.name(), available.version(), available.library()),
          null,
          applied);
    }
  }
}
