package dev.storagebench.benchmarks.catalog;

import dev.storagebench.benchmarks.run.CandidateProbe;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Availability.Available;
import dev.storagebench.core.engine.Availability.Unsupported;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/**
 * One candidate: its version, its capabilities, and how it applies the default settings.
 *
 * @param version the engine's version; empty if it cannot run here
 * @param library where it comes from; empty if it cannot run here
 * @param missing why it cannot run here and what to do; empty if it can
 * @param settings how it applies the default settings, and the settings its adapter changes; empty
 *     unless the engine was opened
 */
public record EngineDescription(
    String name,
    String version,
    String library,
    String missing,
    Capabilities capabilities,
    List<AppliedSetting> settings) {

  // The default data set of the quick comparison, by its size.
  private static final PackedSummary DEFAULT_DATA =
      new PackedSummary(100_000, 2_500_000, 98_000_000, 27, 30_000, "0000000000000000", null);

  private static final Available NONE = new Available("", "");

  /**
   * Describes an engine without loading its library or starting a server; see {@link
   * StorageEngine#installed}.
   */
  public static EngineDescription listed(Candidate candidate) {
    StorageEngine engine = Engines.of(candidate);
    Availability here = Engines.installed(engine);
    Available found = here instanceof Available available ? available : NONE;
    String missing = here instanceof Unsupported unsupported ? unsupported.message() : "";
    return new EngineDescription(
        candidate.label(),
        found.version(),
        found.library(),
        missing,
        engine.capabilities(),
        List.of());
  }

  /**
   * Opens an empty store of a candidate with the default settings; in a separate JVM if its engine
   * requires that.
   */
  public static EngineDescription opened(Candidate candidate) throws IOException {
    StorageEngine engine = Engines.of(candidate);
    Map<String, String> parameters =
        Map.of(Parameter.ENGINE.key(), candidate.toString(), Parameter.NEAREST.key(), "true");
    Cell cell =
        new Cell("", Mode.SingleShotTime, 1, new Parameters(parameters), Cell.Timing.SHOT, 1, 0);
    CellReport report =
        engine.requiresOwnProcess()
                || candidate.jar().isPresent()
                || Engines.fetched(candidate).isPresent()
            ? CandidateProbe.run(cell, DEFAULT_DATA)
            : CandidateProbe.here(cell, DEFAULT_DATA);
    CellReport.Engine found = report.engine();
    return new EngineDescription(
        candidate.label(),
        found == null ? "" : found.version(),
        found == null ? "" : found.library(),
        report.problem() == null ? "" : report.problem().message(),
        engine.capabilities(),
        report.settings());
  }
}
