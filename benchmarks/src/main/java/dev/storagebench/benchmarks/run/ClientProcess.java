package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.Origin;
import dev.storagebench.benchmarks.fork.ForkDeath;
import dev.storagebench.benchmarks.run.MeasuringProcess.Measured;
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
import java.util.Locale;
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
    try {
      Measured measured = MeasuringProcess.measure(plan, folder);
      link.finish(ClientResults.text(measured.result(), measured.report()));
    } catch (RunnerException | RuntimeException | LinkageError e) {
      CellReport left = CellReport.read(ForkPlan.report(folder));
      String reason =
          left != null && left.problem() != null ? left.problem().message() : ForkDeath.explain(e);
      link.fail(reason);
      throw new IOException(reason, e);
    }
  }
}
