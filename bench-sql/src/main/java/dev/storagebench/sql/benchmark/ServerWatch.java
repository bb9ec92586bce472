package dev.storagebench.sql.benchmark;

import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.sql.jdbc.TableStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What server and client have spent in the measured iterations, by the server's own counters. */
final class ServerWatch {
  private static final double MICRO = 1e3;
  private static final double PERCENT = 100;

  private final TableStore store;
  private final Map<String, Long> spent = new HashMap<>();
  private Map<String, Long> before = Map.of();

  ServerWatch(TableStore store) {
    this.store = store;
  }

  void begin() {
    before = look();
  }

  void end() {
    look()
        .forEach(
            (name, value) ->
                spent.merge(name, value - before.getOrDefault(name, value), Long::sum));
  }

  private Map<String, Long> look() {
    Map<String, Long> counters = new HashMap<>(store.counters());
    cpu(ProcessUsage.SELF, "client", counters);
    store.processes().forEach((name, pid) -> cpu(Long.toString(pid), name, counters));
    return counters;
  }

  private static void cpu(String pid, String name, Map<String, Long> counters) {
    try {
      counters.put(name, ProcessUsage.of(pid).cpuNanos());
    } catch (IOException notThere) {
      counters.remove(name);
    }
  }

  List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    long queries = spent.getOrDefault("Questions", 0L);
    if (queries == 0) {
      return figures;
    }
    perQuery(figures, "client", "clientCpuPerQuery", MICRO, "us", queries);
    perQuery(figures, "server", "serverCpuPerQuery", MICRO, "us", queries);
    perQuery(figures, "Bytes_received", "sentPerQuery", 1, "B", queries);
    perQuery(figures, "Bytes_sent", "receivedPerQuery", 1, "B", queries);
    long asked = spent.getOrDefault("Innodb_buffer_pool_read_requests", 0L);
    if (asked > 0) {
      long missed = spent.getOrDefault("Innodb_buffer_pool_reads", 0L);
      figures.add(new Figure("bufferPoolHits", PERCENT * (asked - missed) / asked, "%"));
    }
    spent.forEach(
        (name, value) -> {
          if ((name.startsWith("Com_") || name.equals("Select_scan")) && value > 0) {
            figures.add(new Figure("server." + name, value, "#"));
          }
        });
    return figures;
  }

  private void perQuery(
      List<Figure> figures, String counter, String name, double unit, String text, long queries) {
    Long amount = spent.get(counter);
    if (amount != null) {
      figures.add(new Figure(name, amount / unit / queries, text));
    }
  }
}
