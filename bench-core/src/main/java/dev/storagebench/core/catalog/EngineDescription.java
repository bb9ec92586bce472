package dev.storagebench.core.catalog;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.run.CandidateProbe;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One engine: what it is, what it can do, and what it makes of the default settings.
 *
 * @param name on the command line
 * @param available whether it can run here
 * @param version its own, not its binding's; empty if it cannot run here
 * @param library what provides it; empty if it cannot run here
 * @param missing why it cannot run here and what can be done; empty if it can
 * @param ordered whether it scans in the order of keys
 * @param batches whether it stores several puts together or not at all
 * @param cache where it keeps what it has read
 * @param compressions its codecs
 * @param durabilities the promises it can keep exactly
 * @param settings what it makes of the default settings, and each that its adapter changed; empty
 *     if it cannot run here
 */
public record EngineDescription(
    String name,
    boolean available,
    String version,
    String library,
    String missing,
    boolean ordered,
    boolean batches,
    CacheLocation cache,
    Set<Compression> compressions,
    Set<Durability> durabilities,
    List<AppliedSetting> settings) {

  // The default data set of the quick comparison, by its size.
  private static final PackedSummary USUAL_DATA =
      new PackedSummary(100_000, 2_500_000, 98_000_000, 27, 30_000, "0000000000000000");

  public EngineDescription {
    settings = List.copyOf(settings);
  }

  /**
   * Tries an engine with the default settings on an empty store; in a JVM of its own if it must not
   * share one.
   */
  public static EngineDescription of(StorageEngine engine) throws IOException {
    Map<String, String> parameters = Parameter.conditionDefaults();
    parameters.put("engine", engine.name());
    parameters.put("seed", "1");
    parameters.put("nearest", "true");
    CellSettings settings = CellSettings.from(parameters::get);
    CellReport report =
        engine.requiresOwnProcess()
            ? CandidateProbe.run(settings, USUAL_DATA)
            : CandidateProbe.here(settings, USUAL_DATA);
    CellReport.Problem problem = report.problem();
    CellReport.Engine found = report.engine();
    Capabilities can = engine.capabilities();
    return new EngineDescription(
        engine.name(),
        problem == null,
        found == null ? "" : found.version(),
        found == null ? "" : found.library(),
        problem == null ? "" : problem.message(),
        can.ordered(),
        can.batches(),
        can.cache(),
        sorted(can.compressions(), Compression.class),
        sorted(can.durabilities(), Durability.class),
        report.settings());
  }

  private static <E extends Enum<E>> Set<E> sorted(Set<E> values, Class<E> type) {
    EnumSet<E> sorted = EnumSet.noneOf(type);
    sorted.addAll(values);
    return sorted;
  }
}
