package dev.storagebench.core.recorder;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.engine.ServerStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resources that server and client have spent in the measured iterations, by the server's own
 * counters.
 */
public final class ServerWatch {
  /** The figure of a client with the number of its measured queries. */
  public static final String QUERIES = "queries.measured";

  private static final double MICRO = 1e3;
  private static final double PERCENT = 100;

  private final ServerStore store;
  private final CpuWatch cpu;
  private final Map<String, Long> spent = new HashMap<>();
  private Map<String, Long> before = Map.of();

  /** A watch of this store's server. */
  public ServerWatch(ServerStore store) {
    this.store = store;
    this.cpu = new CpuWatch(store.processes());
  }

  /** Starts, or resumes after {@link #end}. */
  public void begin() {
    before = store.counters();
    cpu.begin();
  }

  /** Stops. */
  public void end() {
    cpu.end();
    store
        .counters()
        .forEach(
            (name, value) ->
                spent.merge(name, value - before.getOrDefault(name, value), Long::sum));
  }

  /**
   * Figures of the resources spent.
   *
   * @param queries that clients sent: a server behind a proxy may count more, or fewer
   */
  public List<Figure> figures(long queries) {
    return figures(queries, cpu.wallSeconds());
  }

  /**
   * Figures of the resources spent by a fork that takes turns.
   *
   * @param queries that it sent
   * @param seconds of its turns
   */
  public List<Figure> figures(long queries, double seconds) {
    List<Figure> figures = new ArrayList<>(cpu.cores(seconds));
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
