package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.JmhResults;
import dev.storagebench.analysis.suite.CellNames;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.benchmarks.run.BenchRun;
import dev.storagebench.benchmarks.run.Forks;
import dev.storagebench.benchmarks.run.ProfilerSpec;
import dev.storagebench.benchmarks.run.RunListener;
import dev.storagebench.benchmarks.terminal.Progress;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.text.PlainText;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.workspace.CacheFolder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own command line, as a plan that our own forks carry out: rivals take turns, and a failed
 * benchmark sets the exit code.
 *
 * @param waits whether it measures only when no other run does
 */
record JmhCommand(
    PrintWriter err, boolean waits, List<String> arguments, Map<String, List<String>> parameters) {
  private static final String DEFAULT_RESULT = "jmh-result.";

  int run() throws IOException {
    String[] words = arguments.toArray(String[]::new);
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(words);
    } catch (CommandLineOptionException | IllegalStateException | IllegalArgumentException e) {
      err.println("invalid JMH arguments: " + e.getMessage() + "; -h lists JMH's options");
      return Failures.USAGE;
    }
    if (options.shouldHelp()
        || options.shouldList()
        || options.shouldListProfilers()
        || options.shouldListResultFormats()) {
      org.openjdk.jmh.Main.main(words);
      return 0;
    }
    if (options.shouldListWithParams()) {
      Workloads.parameters()
          .forEach((name, parameters) -> System.out.printf("%s %s%n", name, parameters));
      return 0;
    }
    List<Cell> cells = cells(options);
    List<ProfilerSpec> profilers =
        options.getProfilers().stream()
            .map(each -> new ProfilerSpec(each.getKlass(), each.getOpts()))
            .toList();
    profilers.forEach(ProfilerSpec::create);
    CacheFolder.current().probeWritable();
    try (PrintStream out = output(options)) {
      return new Measurement(options, out).run(cells, profilers);
    }
  }

  /** Refuses options of JMH whose work is done otherwise here, or that have no meaning. */
  private static void refuseWithoutMeaning(CommandLineOptions options) {
    boolean batch =
        options.getMeasurementBatchSize().hasValue() || options.getWarmupBatchSize().hasValue();
    refuse("-bs, -wbs: an operation is one record", batch);
    refuse("-opi: an operation is one record", options.getOperationsPerInvocation().hasValue());
    boolean groups = options.getThreadGroups().hasValue();
    refuse("-tg: all threads do the same; ReadWhileWriting has a writer", groups);
    boolean sync = options.shouldSyncIterations().hasValue();
    refuse("-si: threads begin and end their turns together", sync);
    refuse("-gc: a collection is part of the engine's work", options.shouldDoGC().orElse(false));
    refuse("-wf: a fork warms up by itself", options.getWarmupForkCount().orElse(0) > 0);
    refuse("-wm: each fork warms up its own cell", options.getWarmupMode().hasValue());
    refuse("-tu: throughput is in operations a second", options.getTimeUnit().hasValue());
    refuse("-to: a fork that hangs is ended after its limit", options.getTimeout().hasValue());
    boolean jvm = options.getJvm().hasValue();
    refuse("-jvm: name the JDK in the candidate, -p engine='rocksdb{jdk=25}'", jvm);
    if (options.getThreads().orElse(1) > Cell.MAX_THREADS) {
      throw new IllegalArgumentException(
          "invalid -t '%d' (expected 1 to %d, or max)"
              .formatted(options.getThreads().get(), Cell.MAX_THREADS));
    }
  }

  private static void refuse(String flag, boolean given) {
    if (given) {
      throw new IllegalArgumentException(
          flag + "; leave it out (docs/benchmarks.md lists JMH's options that work)");
    }
  }

  /**
   * The cells to measure.
   *
   * @throws IllegalArgumentException if an option has no meaning here, or a name or value is wrong
   */
  List<Cell> cells(CommandLineOptions options) throws IOException {
    refuseWithoutMeaning(options);
    return chosen(options).stream().flatMap(each -> cells(each, options).stream()).toList();
  }

  /** The cells of a benchmark: one for each combination of its parameters' values. */
  private List<Cell> cells(BenchmarkListEntry entry, CommandLineOptions options) {
    WorkloadType type = Workloads.ofJmh(entry.getUsername());
    Map<String, List<String>> axes = new LinkedHashMap<>(Workloads.parameters().get(type.name()));
    axes.replaceAll((name, defaults) -> values(name, defaults, options));
    int asked = options.getThreads().orElse(entry.getThreads().orElse(1));
    int threads = asked == Threads.MAX ? Runtime.getRuntime().availableProcessors() : asked;
    Cell.Timing timing = type.isSingleShot() ? Cell.Timing.SHOT : timing(entry, options);
    int rounds = Math.max(1, options.getForkCount().orElse(entry.getForks().orElse(1)));
    List<Cell> cells = new ArrayList<>();
    for (Mode mode :
        options.getBenchModes().isEmpty() ? List.of(entry.getMode()) : options.getBenchModes()) {
      requireMode(mode, type);
      for (Map<String, String> values : SuitePlan.combinations(axes)) {
        Cell cell = new Cell(type.name(), mode, threads, new Parameters(values), timing, rounds, 0);
        Engines.requireNamed(cell.candidate());
        cell.requireValid();
        if (cell.rate().isPresent() && !type.isSingleShot()) {
          Rate.requireThroughput("a rate", mode);
        }
        cells.add(cell);
      }
    }
    return cells;
  }

  private static void requireMode(Mode mode, WorkloadType type) {
    if (type.isSingleShot() != (mode == Mode.SingleShotTime)
        || mode == Mode.All
        || mode == Mode.AverageTime) {
      throw new IllegalArgumentException(
          "-bm %s: %s has %s"
              .formatted(
                  mode.shortLabel(), type.name(), type.isSingleShot() ? "ss" : "thrpt and sample"));
    }
  }

  private static Cell.Timing timing(BenchmarkListEntry entry, CommandLineOptions options) {
    TimeValue iteration =
        options
            .getMeasurementTime()
            .orElse(entry.getMeasurementTime().orElse(TimeValue.seconds(1)));
    TimeValue warmUp =
        options.getWarmupTime().orElse(entry.getWarmupTime().orElse(TimeValue.seconds(1)));
    long millis = Math.max(1, iteration.convertTo(TimeUnit.MILLISECONDS));
    double warmUps =
        options.getWarmupIterations().orElse(entry.getWarmupIterations().orElse(0))
            * (double) warmUp.convertTo(TimeUnit.MILLISECONDS)
            / millis;
    return new Cell.Timing(
        (int) Math.ceil(warmUps),
        options.getMeasurementIterations().orElse(entry.getMeasurementIterations().orElse(1)),
        millis);
  }

  /** The file of {@code -o}, as JMH itself opens it, or the terminal. */
  @SuppressWarnings("DefaultCharset") // as JMH
  private static PrintStream output(CommandLineOptions options) throws IOException {
    return options.getOutput().hasValue()
        ? new PrintStream(options.getOutput().get())
        : new PrintStream(PlainText.printable(new FileOutputStream(FileDescriptor.out)), true);
  }

  /** Benchmarks of the names that are given; checks each name of parameters. */
  private Set<BenchmarkListEntry> chosen(CommandLineOptions options) throws IOException {
    Set<BenchmarkListEntry> entries = new TreeSet<>();
    for (String include : options.getIncludes().isEmpty() ? List.of(".*") : options.getIncludes()) {
      Set<BenchmarkListEntry> found =
          BenchmarkList.defaultList()
              .find(
                  OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                  List.of(include),
                  options.getExcludes());
      if (found.isEmpty()) {
        // The first word of a command line that is no command is a benchmark's name to JMH.
        Set<String> valid = new TreeSet<>(Main.commands());
        valid.addAll(Workloads.names());
        throw NearestName.unknown("command or benchmark", include, valid);
      }
      entries.addAll(found);
    }
    Set<String> chosen = new TreeSet<>();
    entries.forEach(each -> chosen.add(Workloads.ofJmh(each.getUsername()).name()));
    Set<String> valid = new TreeSet<>();
    chosen.forEach(each -> valid.addAll(Workloads.defaults(each).keySet()));
    Set<String> names = given();
    for (String name : parameters.keySet()) {
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            "-p %s= and the option of that parameter contradict each other; give one of them"
                .formatted(name));
      }
    }
    String kind = "parameter of " + String.join(", ", chosen);
    names.forEach(name -> NearestName.require(kind, name, valid));
    return entries;
  }

  /** The names given by {@code -p}, which JMH's options do not list. */
  private Set<String> given() {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      String value =
          word.equals("-p") && i + 1 < arguments.size()
              ? arguments.get(i + 1)
              : word.startsWith("-p") && !word.startsWith("-prof") ? word.substring(2) : "";
      if (value.contains("=")) {
        names.add(value.substring(0, value.indexOf('=')).strip());
      }
    }
    return names;
  }

  /** The values of a parameter: from our own options, else {@code -p}, else its defaults. */
  private List<String> values(String name, List<String> defaults, CommandLineOptions options) {
    Collection<String> given =
        parameters.containsKey(name)
            ? parameters.get(name)
            : options.getParameter(name).orElse(List.of());
    return given.isEmpty() ? defaults : List.copyOf(given);
  }

  /** A run of the cells, and what is said of it in JMH's own words. */
  private final class Measurement implements RunListener {
    private final CommandLineOptions options;
    private final PrintStream out;
    private final OutputFormat text;
    private final List<CellResult> results = new ArrayList<>();
    private @Nullable BenchRun run;
    private int rounds;
    private int failed;

    Measurement(CommandLineOptions options, PrintStream out) {
      this.options = options;
      this.out = out;
      this.text =
          OutputFormatFactory.createFormatInstance(
              out, options.verbosity().orElse(Defaults.VERBOSITY));
    }

    int run(List<Cell> cells, List<ProfilerSpec> profilers) throws IOException {
      boolean here = options.getForkCount().orElse(1) == 0;
      if (here && cells.size() > 1) {
        throw new IllegalArgumentException(
            "-f 0 measures in this JVM, and one cell only; %d are asked for: name one benchmark, one engine and one value of each parameter"
                .formatted(cells.size()));
      }
      try (Progress progress = Progress.ofDownloads(err)) {
        for (Candidate each : cells.stream().map(Cell::candidate).distinct().toList()) {
          EngineVersions.ofUser().jars(each, progress::fetching);
        }
      }
      text.startRun();
      rounds = cells.get(0).rounds();
      RunPlan plan = new RunPlan(cells.stream().distinct().toList(), rounds, 1, 1);
      List<String> flags =
          Stream.of(options.getJvmArgsPrepend(), options.getJvmArgs(), options.getJvmArgsAppend())
              .flatMap(each -> each.orElse(List.of()).stream())
              .toList();
      Forks forks = new Forks(Path.of("").toAbsolutePath(), profilers, flags, here);
      try (BenchRun all =
          new BenchRun(plan, StopRule.NONE, forks, this, measured -> {}, List.of())) {
        run = all;
        all.prepare(waits);
        all.results().forEach(this::finished);
        all.run(out);
      }
      return end();
    }

    private int end() throws IOException {
      Collection<RunResult> all = JmhResults.merged(results);
      text.endRun(all);
      out.print(scores());
      if (options.getResultFormat().hasValue() || options.getResult().hasValue()) {
        ResultFormatType type = options.getResultFormat().orElse(Defaults.RESULT_FORMAT);
        String file =
            options
                .getResult()
                .orElse(DEFAULT_RESULT + type.toString().toLowerCase(Locale.ENGLISH));
        ResultFormatFactory.getInstance(type, file).writeOut(all);
      }
      if (results.stream().anyMatch(each -> each.amount(CellResult.BESIDE_ANOTHER_RUN) > 0)) {
        err.println("measured beside another run on this machine");
      }
      if (failed > 0) {
        err.println(failed + " of the benchmarks failed; see above");
      }
      return failed > 0 || results.isEmpty() ? Failures.SOME_FAILED : 0;
    }

    /** The scores as a comparison has them, in few columns; JMH's own times are in its table. */
    private String scores() {
      TextTable table = TextTable.of(1, "engine", "workload", ">score", ">±", "unit");
      CellNames names = new CellNames(results.stream().map(CellResult::cell).distinct().toList());
      CellResult.byCell(results)
          .forEach(
              (cell, rounds) -> {
                String workload = names.of(cell).substring(cell.label().length() + 1);
                for (String figure : CellScore.figures(cell)) {
                  CellScore.of(figure, rounds)
                      .ifPresent(
                          score ->
                              table.row(
                                  cell.label(),
                                  workload + (figure.equals(CellScore.SPEED) ? "" : " " + figure),
                                  score.shown(),
                                  Figures.spread(score.low(), score.high()),
                                  CellScore.isTime(figure) ? "" : score.unit()));
                }
              });
      return table.isEmpty() ? "" : System.lineSeparator() + table.render(TextStyle.NONE);
    }

    @Override
    public void started(List<Cell> cells, int round) {
      out.println(
          "# Measuring: %s, %s"
              .formatted(
                  cells.get(0).workload(),
                  cells.stream().map(Cell::label).collect(Collectors.joining(", "))));
    }

    /** A fork's figures, or why there are none. */
    @Override
    public void finished(CellResult result) {
      RunResult measured = result.jmh();
      if (measured == null) {
        boolean skipped = result.status() == CellResult.Status.UNSUPPORTED;
        failed += skipped ? 0 : 1;
        out.println(
            "%s: %s, engine %s: %s"
                .formatted(
                    skipped ? "skipped" : "failed",
                    result.cell().workload(),
                    result.cell().label(),
                    result.message()));
        if (failed > 0 && options.shouldFailOnError().orElse(false)) {
          Objects.requireNonNull(run).stop();
        }
        return;
      }
      results.add(result);
      BenchmarkParams params = measured.getParams();
      text.startBenchmark(params);
      out.println("# Fork: %d of %d".formatted(result.round() + 1, rounds));
      int iteration = 1;
      for (IterationResult each :
          measured.getBenchmarkResults().iterator().next().getIterationResults()) {
        text.iteration(params, params.getMeasurement(), iteration);
        text.iterationResult(params, params.getMeasurement(), iteration++, each);
      }
      text.endBenchmark(measured.getAggregatedResult());
      OpenLoopReport loop = result.reported().openLoop();
      if (loop != null && !loop.keptUp()) {
        err.println(loop.shortfall());
      }
    }

    @Override
    public void warned(String message) {
      err.println(message);
    }
  }
}
