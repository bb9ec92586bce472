package dev.storagebench.benchmarks;

import dev.storagebench.core.doctor.Spoilers;
import dev.storagebench.core.report.RunPage;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Carries out a plan and shows people how it goes and what came out. */
final class PlannedRun {
  private final PrintWriter out;
  private final List<String> command;
  private final RunPlan plan;
  private final Map<String, String> leftOut;
  private final Function<List<CellResult>, String> summary;
  private final List<RunPage> pages;
  private final Environment environment;

  /**
   * A run that has not begun.
   *
   * @param command the command line as it was given
   * @param leftOut engines that take no part, each with the reason
   * @param summary makes the text that is shown at the end
   * @param pages what the run leaves for a browser
   */
  PlannedRun(
      PrintWriter out,
      List<String> command,
      RunPlan plan,
      Map<String, String> leftOut,
      Function<List<CellResult>, String> summary,
      List<RunPage> pages) {
    this.out = out;
    this.command = List.copyOf(command);
    this.plan = plan;
    this.leftOut = leftOut;
    this.summary = summary;
    this.pages = List.copyOf(pages);
    Path cache = CacheFolder.current().root();
    // Before the run: afterwards its own load would be taken for somebody else's.
    this.environment = Environment.here(cache, Spoilers.warnings(cache));
  }

  /**
   * Carries the plan out.
   *
   * @param folder where the results go; null for one named by the time
   */
  int run(@Nullable Path folder) throws IOException {
    RunFolder results = folder == null ? RunFolder.create(Path.of("runs")) : RunFolder.at(folder);
    Instant started = Instant.now();
    write(results, started, List.of());
    AtomicBoolean done = new AtomicBoolean();
    Progress progress = Progress.on(out, plan);
    BenchRun run = new BenchRun(plan, results, progress);
    // A run that is stopped leaves all files, with what it has measured until then.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  run.stop();
                  finish(results, started, run.results(), done);
                }));
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
    String table =
        Stream.concat(
                Stream.of(summary.apply(measured)),
                environment.warnings().stream()
                    .map(warning -> "this machine: " + warning + System.lineSeparator()))
            .collect(Collectors.joining());
    out.printf("%n%s%n", table);
    try {
      Files.writeString(results.summary(), table);
      Manifest run = write(results, started, measured);
      for (RunPage page : pages) {
        Files.writeString(results.path().resolve(page.fileName()), page.render(run));
      }
      out.printf(
          "results in %s: results.json (JMH), run.json, results.csv, summary.txt%s%n",
          results.path(),
          pages.stream().map(page -> ", " + page.fileName()).collect(Collectors.joining()));
    } catch (IOException | RuntimeException e) {
      // The log of cells is there in any case; what has failed here must not hide how the run
      // ended.
      out.printf("the results in %s are not complete: %s%n", results.path(), e);
    }
    out.flush();
  }

  private Manifest write(RunFolder results, Instant started, List<CellResult> measured)
      throws IOException {
    JmhResults.write(measured, results.results());
    CsvResults.write(measured, results.csv());
    List<String> forkCommand = new ArrayList<>(ForkFlags.prefix());
    forkCommand.add("java");
    forkCommand.addAll(ForkFlags.access());
    Manifest run =
        new Manifest(
            Manifest.FORMAT,
            version(),
            command,
            started,
            Instant.now(),
            plan,
            environment,
            forkCommand,
            leftOut,
            measured);
    results.write(run);
    return run;
  }

  private static String version() {
    String version = PlannedRun.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
