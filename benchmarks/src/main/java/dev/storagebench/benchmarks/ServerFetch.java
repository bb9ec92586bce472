package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.text.Figures;
import dev.storagebench.sql.server.MysqlDistribution;
import dev.storagebench.sql.server.MysqlDistribution.State;
import java.io.IOException;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;

/** Shows how a server that {@code --with} names, or an engine's version, is fetched. */
final class ServerFetch implements FetchListener, AutoCloseable {
  private static final String MYSQL = "mysql";
  private static final int LINE_EVERY_BYTES = 50_000_000;

  private final PrintWriter out;
  private @Nullable ProgressBar bar;
  private long next;

  private ServerFetch(PrintWriter out) {
    this.out = out;
  }

  static void fetch(String server, PrintWriter out) throws InterruptedException {
    if (!server.equals(MYSQL)) {
      throw new IllegalArgumentException("--with '" + server + "' is not one of: " + MYSQL);
    }
    MysqlDistribution distribution = MysqlDistribution.ofUser();
    if (distribution.state() == State.UNPUBLISHED) {
      // The engine itself says so in the table.
      return;
    }
    try (ServerFetch shown = new ServerFetch(out)) {
      distribution.provide(shown);
    } catch (EngineException e) {
      out.println("MySQL cannot be fetched: " + e.getMessage());
      out.flush();
    }
  }

  /** Fetches the version of a candidate, if it has one and that is not here yet. */
  static void fetch(Candidate candidate, PrintWriter out) throws IOException {
    try (ServerFetch shown = new ServerFetch(out)) {
      EngineVersions.ofUser().jars(candidate, shown);
    }
  }

  @Override
  public void fetched(String what, long soFarBytes, long totalBytes) {
    if (Progress.isTerminal()) {
      if (bar == null) {
        bar = Progress.bar("fetching " + what, -1);
      }
      bar.maxHint(totalBytes).stepTo(soFarBytes);
    } else if (soFarBytes >= next) {
      next = soFarBytes + LINE_EVERY_BYTES;
      out.printf(
          "fetching %s: %s%s%n",
          what,
          Figures.size((double) soFarBytes),
          totalBytes < 0 ? "" : " of about " + Figures.size((double) totalBytes));
      out.flush();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
