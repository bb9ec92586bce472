package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.JmhTurns;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.clients.ClientLink;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.TemporaryFolder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * One of the clients of a cell: joins its controller, runs the benchmark in this JVM, and hands the
 * result in. Nothing of it outlives its controller.
 */
public final class ClientProcess {

  private ClientProcess() {}

  /** A launcher starts it; its standard input and output are the link to the controller. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.US);
    try {
      OutputStream out = new FileOutputStream(FileDescriptor.out);
      // What libraries print is no message.
      System.setOut(System.err);
      TemporaryFolder.begin(CacheFolder.current());
      try (ClientLink link = ClientLink.join(System.in, out, Origin.checksum())) {
        measure(link);
      }
    } catch (IOException | RuntimeException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  private static void measure(ClientLink link) throws IOException {
    ForkPlan plan = link.task().plan();
    Path folder = TemporaryFolder.create("c");
    Path report = ForkPlan.report(folder);
    plan.write(folder);
    System.setProperty(ForkPlan.PROPERTY, folder.toString());
    try {
      RunResult raw = MeasuringProcess.jmh(plan.cell(), List.of());
      CellReport left = CellReport.read(report);
      if (left == null || left.after() == null) {
        throw failure(left, new IllegalStateException("no report"));
      }
      link.finish(ClientResults.text(JmhTurns.of(plan.cell(), raw, left), left));
    } catch (RunnerException | RuntimeException | LinkageError e) {
      String reason = failure(CellReport.read(report), e).getMessage();
      link.fail(reason);
      throw new IOException(reason, e);
    }
  }

  private static IllegalStateException failure(@Nullable CellReport left, Throwable thrown) {
    return new IllegalStateException(
        left != null && left.problem() != null
            ? left.problem().message()
            : ForkDeath.explain(thrown));
  }
}
