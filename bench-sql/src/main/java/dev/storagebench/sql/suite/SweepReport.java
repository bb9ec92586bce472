package dev.storagebench.sql.suite;

import com.github.freva.asciitable.AsciiTable;
import dev.storagebench.core.report.Figures;
import dev.storagebench.core.report.Ink;
import dev.storagebench.core.report.RateTable;
import dev.storagebench.core.result.CellResult;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** A sweep as text. */
public final class SweepReport {
  private static final int BAR = 40;
  private static final String[] HEADER = {
    "variant",
    "connections",
    "tx/s",
    "queries/s",
    "mean",
    "p95",
    "p99",
    "server CPU/query",
    "client CPU/query",
    "retried",
    "reconnects",
    "tx/s"
  };

  private final SweepModel model;
  private final String atRates;

  /** Of a run's results. */
  public SweepReport(List<CellResult> results) {
    this.model = SweepModel.of(results, "");
    this.atRates = RateTable.render(results, cell -> Variant.of(cell).toString(), Ink.NONE);
  }

  /** The whole text. */
  public String render() {
    double most =
        model.points().stream()
            .mapToDouble(point -> point.transactions() == null ? 0 : point.transactions())
            .max()
            .orElse(1);
    String[][] rows =
        model.points().stream()
            .map(
                point ->
                    new String[] {
                      point.variant(),
                      Integer.toString(point.connections()),
                      shown(point.transactions(), Figures::rate),
                      shown(point.queries(), Figures::rate),
                      shown(point.meanMicros(), Figures::micros),
                      shown(point.p95Micros(), Figures::micros),
                      shown(point.p99Micros(), Figures::micros),
                      shown(point.serverCpuMicros(), Figures::micros),
                      shown(point.clientCpuMicros(), Figures::micros),
                      "%.0f".formatted(point.retried()),
                      "%.0f".formatted(point.reconnects()),
                      point.transactions() == null
                          ? point.reason()
                          : "#".repeat((int) Math.round(BAR * point.transactions() / most))
                    })
            .toArray(String[][]::new);
    return model.subtitle()
        + System.lineSeparator()
        + AsciiTable.getTable(AsciiTable.NO_BORDERS, HEADER, new String[0], rows)
        + System.lineSeparator()
        + atRates;
  }

  private static String shown(@Nullable Double value, DoubleFunction<String> as) {
    return value == null ? "-" : as.apply(value);
  }
}
