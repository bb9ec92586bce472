package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Finding;
import dev.storagebench.analysis.report.RunArtifact;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.report.StartText;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Environment;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.result.Warning.Severity;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.benchmarks.doctor.EnvironmentChecks;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.run.BenchRun;
import dev.storagebench.benchmarks.run.Forks;
import dev.storagebench.benchmarks.run.ProfilerSpec;
import dev.storagebench.benchmarks.run.RunEstimate;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.benchmarks.terminal.Progress;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/** Runs a suite, shows its progress and writes its results. */
final class PlannedRun {
  private static final double WARNED_SECONDS = 60;

  private final PrintWriter out;
  private final PrintWriter figures;
  private final TextStyle style;
  private final List<String> command;
  private final RunOptions options;
  private final SuitePlan planned;
  private final RunPlan plan;
  private final List<ProfilerSpec> profilers;
  private final Origin origin;
  private final Environment environment;
  private final RunFolder results;
  private final RunLog log;
  private final AtomicBoolean finished = new AtomicBoolean();

  /** A run of a plan. */
  PlannedRun(CommandLine shell, SuitePlan planned, RunOptions options) throws IOException {
    this.out = options.results().quiet ? new PrintWriter(PrintWriter.nullWriter()) : shell.getOut();
    this.figures = shell.getOut();
    this.style = AnsiStyle.of(shell);
    this.command = arguments(shell);
    this.options = options;
    this.planned = planned;
    this.plan = options.limit(planned.plan());
    this.profilers = options.profilers();
    Path folder = options.results().out;
    if (options.results().resume && folder == null) {
      throw new IllegalArgumentException("--resume needs --out FOLDER, the run to resume");
    }
    CacheFolder cache = CacheFolder.current();
    cache.probeWritable();
    // Before the run, whose own load is not that of others.
    this.environment = Environment.here(cache.root(), EnvironmentChecks.warnings(cache.root()));
    this.origin =
        Origin.of(plan, environment)
            .with(Map.of("profilers", profilers.toString()))
            .with(PlaceOptions.facts());
    this.results =
        folder == null
            ? RunFolder.create(Path.of("runs"))
            : options.results().resume ? RunFolder.resumed(folder) : RunFolder.at(folder);
    this.log = new RunLog(results, origin);
  }

  /**
   * Runs a suite.
   *
   * @return the exit code
   */
  static int of(CommandLine shell, Suite suite, RunOptions options, Map<String, String> parameters)
      throws IOException {
    SuitePlan planned = SuitePlan.of(suite, options.overrides(parameters)).here();
    return new PlannedRun(shell, planned, options).run();
  }

  /** The command line, word by word. */
  static List<String> arguments(CommandLine shell) {
    return shell.getCommandSpec().root().commandLine().getParseResult().originalArgs();
  }

  /** Carries out the plan, by one process at a time. */
  @SuppressWarnings("try") // the lock is held, not called
  int run() throws IOException {
    try (ProcessLock lock = results.lock()) {
      return measure();
    }
  }

  RunFolder results() {
    return results;
  }

  private int measure() throws IOException {
    List<CellResult> earlier = options.results().resume ? earlierResults() : List.of();
    results.write(manifest(earlier));
    out.print(StartText.render(manifest(earlier), style));
    Progress progress =
        new Progress(
            out,
            style,
            plan.cells(),
            plan.rounds(),
            options.rule(),
            options.results().quiet,
            measured -> RunText.interim(manifest(measured), style));
    BenchRun run =
        new BenchRun(
            plan,
            options.rule(),
            new Forks(results.path(), profilers, List.of(), false),
            progress,
            log::append,
            earlier);
    // An interrupted run writes all files, with what it has measured.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(run, progress)));
    boolean ready = false;
    try (progress;
        run) {
      RunEstimate estimate = run.prepare(options.place().waits());
      double load = environment.warnings().stream().mapToDouble(Warning::loadPerProcessor).sum();
      progress.planned(estimate, Math.max(1, load));
      out.print(StartText.notes(manifest(earlier), style));
      if (load >= Warning.VOIDING_LOAD_PER_PROCESSOR
          && !run.takesTurns()
          && estimate.seconds(plan.rounds(), load) >= WARNED_SECONDS) {
        warnOfLoad();
      }
      ready = true;
      try (PrintStream printed = results.openJmhLog()) {
        run.run(printed);
      }
    } finally {
      progress.close();
      // What is refused leaves nothing to go on with.
      if (!finished.getAndSet(true) && ready) {
        finish(run.results());
      }
    }
    List<CellResult> measured = run.results();
    boolean failed = measured.stream().anyMatch(result -> result.status() == Status.FAILED);
    boolean nothing = measured.stream().noneMatch(result -> result.status() == Status.MEASURED);
    boolean isVoid = options.results().failsOnVoid && Analysis.of(manifest(measured)).isVoid();
    return failed || nothing || isVoid ? Failures.SOME_FAILED : 0;
  }

  /** Gives somebody at a terminal the time to stop a run that would be for nothing. */
  private void warnOfLoad() {
    boolean waits = Terminal.isPresent();
    out.print(
        style.line(
            new Entry(
                "All figures of this run will be void: other processes keep the processors busy."
                    + " Stop them first"
                    + (waits ? "; starting in 10 s, Ctrl-C aborts" : ""),
                Tone.BAD)));
    if (waits) {
      LockSupport.parkNanos(10_000_000_000L);
    }
  }

  private List<CellResult> earlierResults() throws IOException {
    List<String> differences =
        results
            .originalManifest()
            .map(before -> before.obstacles(manifest(List.of())))
            .orElse(List.of());
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "%s cannot be resumed, results would not be comparable: %s; use another folder with --out"
              .formatted(results.path(), String.join("; ", differences)));
    }
    List<CellResult> measured = log.resume(plan);
    out.printf("resuming %s: %d measurements already complete%n", results.path(), measured.size());
    return measured;
  }

  private void interrupted(BenchRun run, Progress progress) {
    if (finished.getAndSet(true)) {
      return;
    }
    run.stop();
    progress.close();
    if (run.results().stream().allMatch(each -> each.status() == Status.UNSUPPORTED)) {
      out.printf("stopped before anything was measured%n");
      return;
    }
    finish(run.results());
    List<String> again = new ArrayList<>(command);
    if (options.results().out == null) {
      again.addAll(List.of("--out", results.path().toString()));
    }
    if (!options.results().resume) {
      again.add("--resume");
    }
    out.printf("stopped; completed results are kept. To resume:%n  %s%n", Shell.program(again));
  }

  /** The command of a new run with another number of rounds. */
  static String withRounds(List<String> command, int rounds) {
    List<String> again = new ArrayList<>(command);
    for (String option : List.of("--rounds", "--out")) {
      int at = again.indexOf(option);
      if (at >= 0) {
        again.subList(at, at + 2).clear();
      }
    }
    again.removeIf(word -> word.matches("--resume|--(rounds|out)=.*"));
    again.addAll(List.of("--rounds", Integer.toString(rounds)));
    return Shell.program(again);
  }

  private void finish(List<CellResult> measured) {
    Manifest run = manifest(measured);
    RunText text = new RunText(Analysis.of(run), style);
    figures.printf("%n%s%n", text.tables());
    if (options.results().quiet) {
      text.analysis().warnings().stream()
          .filter(each -> each.severity() == Severity.FAILURE)
          .forEach(each -> figures.print(style.line(new Entry(each.text(), each.tone()))));
    }
    try {
      results.write(run);
      List<String> files = RunArtifact.writeAll(text.analysis(), results.path());
      out.print(
          style.line(
              "results in %s: run.json, %s".formatted(results.path(), String.join(", ", files))));
    } catch (IOException | RuntimeException e) {
      // The log of cells is there anyway, and must not be hidden by this.
      out.printf("the results in %s are incomplete: %s%n", results.path(), e);
    }
    ReportCommand.verdict(out, text, results.path());
    int rounds = text.analysis().findings().mapToInt(Finding::roundsNeeded).max().orElse(0);
    if (rounds > 0) {
      out.print(style.line("to decide more: " + withRounds(command, rounds)));
    }
    try {
      out.print(style.line(CacheCommand.summary()));
    } catch (IOException gone) {
      // The folder may be removed by now.
    }
  }

  /**
   * Version of this program, as its manifest has it; built from sources without their history, it
   * names no commit, and from changed ones it ends with {@code -dirty}.
   */
  static String version() {
    String version = PlannedRun.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version.replaceFirst("\\+\\$.*", "");
  }

  private Manifest manifest(List<CellResult> measured) {
    List<String> forkCommand = new ArrayList<>(ForkFlags.prefix(Optional.empty()));
    forkCommand.add("java");
    forkCommand.addAll(ForkFlags.access());
    return new Manifest(
        Manifest.FORMAT,
        version(),
        command,
        log.started(),
        Instant.now(),
        planned.info(),
        plan,
        environment,
        forkCommand,
        planned.leftOut(),
        profilers.stream().map(ProfilerSpec::toString).toList(),
        options.rule(),
        origin,
        measured);
  }
}
