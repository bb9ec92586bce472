package dev.storagebench.sql.benchmark;

import dev.storagebench.core.benchmark.CpuWatch;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.sql.jdbc.TableStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What server and client have spent in the measured iterations, by the server's own counters. */
final class ServerWatch {
  private static final double MICRO = 1e3;
  private static final double PERCENT = 100;

  private final TableStore store;
  private final CpuWatch cpu;
  private final Map<String, Long> spent = new HashMap<>();
  private Map<String, Long> before = Map.of();

  ServerWatch(TableStore store) {
    this.store = store;
    this.cpu = new CpuWatch(store.processes());
  }

  void begin() {
    before = store.counters();
    cpu.begin();
  }

  void end() {
    cpu.end();
    store
        .counters()
        .forEach(
            (name, value) ->
                spent.merge(name, value - before.getOrDefault(name, value), Long::sum));
  }

  /**
   * What was spent.
   *
   * @param queries that clients sent: a server behind a proxy may count more, or fewer
   */
  List<Figure> figures(long queries) {
    List<Figure> figures = new ArrayList<>(cpu.cores());
    if (queries == 0) {
      return figures;
    }
    cpu.cpuNanos()
        .forEach(
            (name, nanos) ->
                figures.add(new Figure(name + "CpuPerQuery", nanos / MICRO / queries, "us")));
    perQuery(figures, "Bytes_received", "sentPerQuery", queries);
    perQuery(figures, "Bytes_sent", "receivedPerQuery", queries);
    long asked = spent.getOrDefault("Innodb_buffer_pool_read_requests", 0L);
    if (asked > 0) {
      long missed = spent.getOrDefault("Innodb_buffer_pool_reads", 0L);
      figures.add(new Figure("bufferPoolHits", PERCENT * (asked - missed) / asked, "%"));
    }
    spent.forEach(
        (name, value) -> {
          if ((name.startsWith("Com_")
                  || name.equals("Select_scan")
                  || name.startsWith("Innodb_row_lock"))
              && value > 0) {
            figures.add(new Figure("server." + name, value, "#"));
          }
        });
    return figures;
  }

  private void perQuery(List<Figure> figures, String counter, String name, long queries) {
    Long bytes = spent.get(counter);
    if (bytes != null) {
      figures.add(new Figure(name, (double) bytes / queries, "B"));
    }
  }
}
