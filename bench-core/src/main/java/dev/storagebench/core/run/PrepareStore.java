package dev.storagebench.core.run;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.store.CellStores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The JVM that loads one store into the cache. It speaks to {@link PreparedStores} by lines on
 * standard output and by the report that it leaves.
 */
final class PrepareStore {
  /** Begins a line that tells how many records have been loaded. */
  static final String LOADED = "loaded ";

  private PrepareStore() {}

  /** Takes the parameters as {@code name=value}. */
  public static void main(String[] arguments) {
    Map<String, String> parameters = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      parameters.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    report(parameters, System.out).write(Path.of(System.getProperty(CellReport.FILE_PROPERTY)));
  }

  private static CellReport report(Map<String, String> parameters, PrintStream out) {
    try {
      CellSettings settings = CellSettings.from(parameters::get);
      try (CellStores stores = CellStores.of(settings, false);
          var lease = stores.lease(records -> out.println(LOADED + records))) {
        return new CellReport(
            null,
            stores.engineReport(),
            null,
            null,
            lease.info(),
            List.of(),
            null,
            null,
            null,
            null);
      }
    } catch (UnsupportedSettingException e) {
      return CellReport.of(new Problem(true, String.valueOf(e.getMessage())));
    } catch (IOException | RuntimeException | LinkageError e) {
      return CellReport.of(new Problem(false, String.valueOf(e.getMessage())));
    }
  }
}
