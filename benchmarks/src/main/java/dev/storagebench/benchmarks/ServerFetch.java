package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.report.Figures;
import dev.storagebench.sql.server.FetchListener;
import dev.storagebench.sql.server.MysqlDistribution;
import dev.storagebench.sql.server.MysqlDistribution.Whereabouts;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;

/** Fetches a server that {@code --with} names. */
final class ServerFetch {
  private static final String MYSQL = "mysql";
  private static final int LINE_EVERY_BYTES = 50_000_000;

  private ServerFetch() {}

  static void fetch(String server, PrintWriter out) throws InterruptedException {
    if (!server.equals(MYSQL)) {
      throw new IllegalArgumentException("--with '" + server + "' is not one of: " + MYSQL);
    }
    MysqlDistribution distribution = MysqlDistribution.ofUser();
    if (distribution.whereabouts() == Whereabouts.UNPUBLISHED) {
      // The engine itself says so in the table.
      return;
    }
    try {
      if (Progress.isTerminal()) {
        try (ProgressBar bar = Progress.bar("fetching MySQL", -1)) {
          distribution.provide((soFar, total) -> bar.maxHint(total).stepTo(soFar));
        }
      } else {
        distribution.provide(lines(out));
      }
    } catch (EngineException e) {
      out.println("MySQL cannot be fetched: " + e.getMessage());
      out.flush();
    }
  }

  private static FetchListener lines(PrintWriter out) {
    return new FetchListener() {
      private long next;

      @Override
      public void fetched(long soFarBytes, long totalBytes) {
        if (soFarBytes >= next) {
          next = soFarBytes + LINE_EVERY_BYTES;
          out.printf(
              "fetching MySQL: %s of about %s%n",
              Figures.size((double) soFarBytes), Figures.size((double) totalBytes));
          out.flush();
        }
      }
    };
  }
}
