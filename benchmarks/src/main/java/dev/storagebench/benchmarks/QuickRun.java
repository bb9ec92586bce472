package dev.storagebench.benchmarks;

import dev.storagebench.core.report.SummaryTable;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.CsvResults;
import dev.storagebench.core.result.Environment;
import dev.storagebench.core.result.JmhResults;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.RunFolder;
import dev.storagebench.core.run.BenchRun;
import dev.storagebench.core.run.ForkFlags;
import dev.storagebench.core.run.RunPlan;
import dev.storagebench.core.store.CacheFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Carries out a plan and shows people how it goes and what came out. */
final class QuickRun {
  private final PrintWriter out;
  private final List<String> command;
  private final RunPlan plan;
  private final Map<String, String> leftOut;
  private final @Nullable Path folder;

  QuickRun(
      PrintWriter out,
      List<String> command,
      RunPlan plan,
      Map<String, String> leftOut,
      @Nullable Path folder) {
    this.out = out;
    this.command = List.copyOf(command);
    this.plan = plan;
    this.leftOut = leftOut;
    this.folder = folder;
  }

  int run() throws IOException {
    RunFolder results = folder == null ? RunFolder.create(Path.of("runs")) : RunFolder.at(folder);
    Instant started = Instant.now();
    write(results, started, List.of());
    AtomicBoolean done = new AtomicBoolean();
    Progress progress = Progress.on(out, plan);
    BenchRun run = new BenchRun(plan, results, progress);
    // A run that is stopped leaves all files, with what it has measured until then.
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> finish(results, started, run.results(), done)));
    try (progress) {
      run.run();
    } finally {
      finish(results, started, run.results(), done);
    }
    List<CellResult> measured = run.results();
    boolean failed = measured.stream().anyMatch(result -> result.status() == Status.FAILED);
    boolean nothing = measured.stream().noneMatch(result -> result.status() == Status.MEASURED);
    return failed || nothing ? Failures.SOME_FAILED : 0;
  }

  private void finish(
      RunFolder results, Instant started, List<CellResult> measured, AtomicBoolean done) {
    if (done.getAndSet(true)) {
      return;
    }
    String table = new SummaryTable(measured, leftOut).render();
    out.printf("%n%s%n", table);
    try {
      Files.writeString(results.summary(), table);
      write(results, started, measured);
      out.printf(
          "results in %s: results.json (JMH), run.json, results.csv, summary.txt%n",
          results.path());
    } catch (IOException e) {
      out.printf("the results in %s are not complete: %s%n", results.path(), e);
    }
    out.flush();
  }

  private void write(RunFolder results, Instant started, List<CellResult> measured)
      throws IOException {
    JmhResults.write(measured, results.results());
    CsvResults.write(measured, results.csv());
    List<String> forkCommand = new ArrayList<>(ForkFlags.prefix());
    forkCommand.add("java");
    forkCommand.addAll(ForkFlags.access());
    results.write(
        new Manifest(
            Manifest.FORMAT,
            version(),
            command,
            started,
            Instant.now(),
            plan,
            Environment.here(CacheFolder.current().root()),
            forkCommand,
            leftOut,
            measured));
  }

  private static String version() {
    String version = QuickRun.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
