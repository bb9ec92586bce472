package dev.storagebench.benchmarks;

import dev.storagebench.core.doctor.EnvironmentChecks;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.report.RunArtifact;
import dev.storagebench.core.report.RunText;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellResult.Status;
import dev.storagebench.core.result.Environment;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.Origin;
import dev.storagebench.core.result.RunFolder;
import dev.storagebench.core.result.RunLock;
import dev.storagebench.core.run.BenchRun;
import dev.storagebench.core.run.ForkFlags;
import dev.storagebench.core.run.ProfilerSpec;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.core.suite.StopRule;
import dev.storagebench.core.suite.Suite;
import dev.storagebench.core.suite.SuiteInfo;
import dev.storagebench.core.suite.SuitePlan;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine;

/** Carries out a plan and shows people how it goes and what came out. */
final class PlannedRun {
  private final PrintWriter out;
  private final TextStyle ink;
  private final List<String> command;
  private final RunPlan plan;
  private final SuiteInfo suite;
  private final Map<String, String> leftOut;
  private final Environment environment;
  private StopRule rule = StopRule.NONE;
  private List<ProfilerSpec> profilers = List.of();

  private PlannedRun(
      CommandLine shell,
      List<String> command,
      RunPlan plan,
      SuiteInfo suite,
      Map<String, String> leftOut) {
    this.out = shell.getOut();
    this.ink = AnsiStyle.of(shell);
    this.command = List.copyOf(command);
    this.plan = plan;
    this.suite = suite;
    this.leftOut = leftOut;
    Path cache = CacheFolder.current().root();
    // Before the run: afterwards its own load would be taken for somebody else's.
    this.environment = Environment.here(cache, EnvironmentChecks.warnings(cache));
  }

  /**
   * Runs a suite.
   *
   * @param shell where the run shows itself
   * @param options what the command line changes
   * @param parameters values of parameters that it names besides
   * @return the exit code
   */
  static int of(
      CommandLine shell,
      Suite suite,
      SuiteOptions options,
      Map<String, List<String>> parameters,
      RoundOptions rounds)
      throws IOException {
    CommandLine root = shell;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    SuitePlan planned = SuitePlan.of(suite, options.overrides(parameters, rounds.planned()));
    return new PlannedRun(
            shell,
            root.getParseResult().originalArgs(),
            rounds.limit(planned.plan()),
            planned.info(),
            planned.leftOut())
        .run(rounds);
  }

  /** Carries the plan out, as long and to the folder that the options say. */
  private int run(RoundOptions rounds) throws IOException {
    Path folder = rounds.out();
    if (rounds.resume() && folder == null) {
      throw new IllegalArgumentException("--resume needs --out with the folder of the run");
    }
    rule = rounds.rule();
    profilers = rounds.profilers();
    CacheFolder.current().probeWritable();
    Origin origin = Origin.of(plan);
    RunFolder results =
        folder == null
            ? RunFolder.create(Path.of("runs"))
            : rounds.resume() ? RunFolder.resumed(folder) : RunFolder.at(folder);
    RunLock lock = RunLock.take(results);
    try {
      System.setProperty(Orphans.RUN_PROPERTY, results.path().toAbsolutePath().toString());
      return carryOut(results, origin, rounds);
    } finally {
      lock.close();
    }
  }

  private int carryOut(RunFolder results, Origin origin, RoundOptions rounds) throws IOException {
    boolean goesOn = rounds.resume() && results.begun();
    List<CellResult> earlier = goesOn ? earlier(results, origin) : List.of();
    Instant started = goesOn ? results.read().started() : Instant.now();
    results.write(manifest(started, origin, earlier));
    AtomicBoolean done = new AtomicBoolean();
    Progress progress = Progress.on(out, ink, plan, rule, earlier.size());
    BenchRun run = new BenchRun(plan, rule, results, progress, profilers, earlier);
    try {
      run.makeReady();
    } catch (IOException | RuntimeException e) {
      progress.close();
      throw e;
    }
    // A run that is stopped leaves all files, with what it has measured until then.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  run.stop();
                  finish(results, started, origin, run.results(), done);
                }));
    try (progress) {
      run.run();
    } finally {
      finish(results, started, origin, run.results(), done);
    }
    List<CellResult> measured = run.results();
    boolean failed = measured.stream().anyMatch(result -> result.status() == Status.FAILED);
    boolean nothing = measured.stream().noneMatch(result -> result.status() == Status.MEASURED);
    return failed || nothing ? Failures.SOME_FAILED : 0;
  }

  /** What an earlier run of the same has measured. */
  private List<CellResult> earlier(RunFolder results, Origin origin) throws IOException {
    List<String> differences = results.read().obstacles(manifest(Instant.now(), origin, List.of()));
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "%s cannot be resumed, its figures would not be comparable: %s; choose another folder with --out"
              .formatted(results.path(), String.join("; ", differences)));
    }
    Orphans.end(System.getProperty(Orphans.RUN_PROPERTY));
    List<CellResult> earlier = results.resume(plan);
    out.printf("resuming %s: %d forks already complete%n", results.path(), earlier.size());
    return earlier;
  }

  private void finish(
      RunFolder results,
      Instant started,
      Origin origin,
      List<CellResult> measured,
      AtomicBoolean done) {
    if (done.getAndSet(true)) {
      return;
    }
    Manifest run = manifest(started, origin, measured);
    out.printf("%n%s%n", RunText.render(run, ink));
    try {
      results.write(run);
      List<String> files = RunArtifact.writeAll(run, results.path());
      out.printf("results in %s: run.json, %s%n", results.path(), String.join(", ", files));
    } catch (IOException | RuntimeException e) {
      // The log of cells is there in any case; what has failed here must not hide how the run
      // ended.
      out.printf("the results in %s are incomplete: %s%n", results.path(), e);
    }
    out.flush();
  }

  private List<String> profilerNames() {
    return profilers.stream().map(ProfilerSpec::toString).toList();
  }

  private Manifest manifest(Instant started, Origin origin, List<CellResult> measured) {
    List<String> forkCommand = new ArrayList<>(ForkFlags.prefix());
    forkCommand.add("java");
    forkCommand.addAll(ForkFlags.access());
    return new Manifest(
        Manifest.FORMAT,
        version(),
        command,
        started,
        Instant.now(),
        suite,
        plan,
        environment,
        forkCommand,
        leftOut,
        profilerNames(),
        rule,
        origin,
        measured);
  }

  private static String version() {
    String version = PlannedRun.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }
}
