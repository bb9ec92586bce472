package dev.storagebench.core.catalog;

import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.CacheHome;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FittedSettings;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.WorkFolder;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.nio.file.Path;
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
public record EngineSheet(
    String name,
    boolean available,
    String version,
    String library,
    String missing,
    boolean ordered,
    boolean batches,
    CacheHome cache,
    Set<Compression> compressions,
    Set<Durability> durabilities,
    List<AppliedSetting> settings) {

  // The default data set of the quick comparison, by its size.
  private static final PackedSummary USUAL_DATA =
      new PackedSummary(100_000, 2_500_000, 98_000_000, 27, 30_000, "0000000000000000");

  public EngineSheet {
    settings = List.copyOf(settings);
  }

  /**
   * Looks at an engine: loads its library and opens an empty store with the default settings, which
   * it removes again.
   */
  public static EngineSheet of(StorageEngine engine) {
    Availability availability = engine.availability();
    if (availability instanceof Availability.Available available) {
      try {
        return sheet(engine, available, "", settings(engine));
      } catch (IOException | RuntimeException e) {
        return sheet(engine, available, "no store can be opened: " + e.getMessage(), List.of());
      }
    }
    return missing(engine, ((Availability.Unsupported) availability).message());
  }

  /** The sheet of an engine that cannot run here. */
  static EngineSheet missing(StorageEngine engine, String why) {
    return sheet(engine, new Availability.Available("", ""), why, List.of());
  }

  private static EngineSheet sheet(
      StorageEngine engine,
      Availability.Available available,
      String missing,
      List<AppliedSetting> settings) {
    Capabilities can = engine.capabilities();
    return new EngineSheet(
        engine.name(),
        missing.isEmpty(),
        available.version(),
        available.library(),
        missing,
        can.ordered(),
        can.batches(),
        can.cache(),
        sorted(can.compressions(), Compression.class),
        sorted(can.durabilities(), Durability.class),
        settings);
  }

  private static <E extends Enum<E>> Set<E> sorted(Set<E> values, Class<E> type) {
    EnumSet<E> sorted = EnumSet.noneOf(type);
    sorted.addAll(values);
    return sorted;
  }

  private static List<AppliedSetting> settings(StorageEngine engine) throws IOException {
    Map<String, String> parameters = Parameters.defaults();
    parameters.put("engine", engine.name());
    parameters.put("seed", "1");
    Path folder = WorkFolder.create(CacheFolder.current(), engine);
    EngineSettings asked =
        CellSettings.from(parameters::get).engineSettings(USUAL_DATA, engine.capabilities());
    FittedSettings fitted = FittedSettings.of(engine, asked, true, true);
    try (Store store = engine.open(folder, fitted.settings())) {
      return fitted.report(store.settings());
    } finally {
      engine.delete(folder);
    }
  }
}
