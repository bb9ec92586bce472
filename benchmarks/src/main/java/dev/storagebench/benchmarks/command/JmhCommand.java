package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.benchmarks.fork.Fork;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.run.BenchRun;
import dev.storagebench.benchmarks.run.CandidateProbe;
import dev.storagebench.benchmarks.run.JmhForks;
import dev.storagebench.benchmarks.run.MachineLock;
import dev.storagebench.benchmarks.run.ProfilerNameShortener;
import dev.storagebench.benchmarks.run.ProfilerSpec;
import dev.storagebench.benchmarks.terminal.Progress;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own command line. In addition, forks get the flags and the loaded stores they need, and a
 * failed benchmark sets the exit code.
 *
 * @param waits whether it measures only when no other run does
 */
record JmhCommand(
    PrintWriter err, boolean waits, List<String> arguments, Map<String, List<String>> parameters) {

  int run() throws IOException {
    String[] words = arguments.toArray(String[]::new);
    ShortNames options;
    try {
      options = new ShortNames(words);
    } catch (CommandLineOptionException | IllegalStateException | IllegalArgumentException e) {
      err.println("invalid JMH arguments: " + e.getMessage() + "; -h lists JMH's options");
      return Failures.USAGE;
    }
    if (options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats()) {
      org.openjdk.jmh.Main.main(words);
      return 0;
    }
    return measure(options);
  }

  private int measure(ShortNames options) throws IOException {
    ChainedOptionsBuilder all =
        new OptionsBuilder()
            .parent(options)
            .addProfiler(JmhForks.class)
            .addProfiler(ResourceProfiler.class);
    parameters.forEach((name, values) -> all.param(name, values.toArray(String[]::new)));
    if (!options.getTimeout().hasValue()) {
      all.timeout(ForkFlags.MAX_ITERATION);
    }
    options.given().forEach(ProfilerSpec::requireAvailable);
    refuseWrongValues(options);
    if (options.getThreads().orElse(1) > Cell.MAX_THREADS) {
      throw new IllegalArgumentException(
          "invalid -t '%d' (expected 1 to %d, or max)"
              .formatted(options.getThreads().get(), Cell.MAX_THREADS));
    }
    if (given("rate", options).stream().anyMatch(each -> Rate.parse(each).isPresent())) {
      options.getBenchModes().forEach(mode -> Rate.requireThroughput("a rate", mode));
    }
    CacheFolder cache = CacheFolder.current();
    cache.probeWritable();
    Orphans.end();
    MemoryLimiter.sweepAll();
    cache.begin();
    try (MachineLock machine = MachineLock.take(waits, err::println)) {
      int exit = measure(options, all.build());
      if (machine.overlapsOtherRun()) {
        err.println("measured beside another run on this machine");
      }
      return exit;
    }
  }

  private int measure(ShortNames options, Options all) throws IOException {
    try (PrintStream out = output(options)) {
      Outcome outcome = new Outcome(out, options.verbosity().orElse(Defaults.VERBOSITY));
      // JMH leaves failed benchmarks out of its results.
      new Runner(all, outcome.format()).run();
      if (outcome.failed > 0) {
        err.println(outcome.failed + " of the benchmarks failed; see above");
      }
      return outcome.failed > 0 || outcome.measured == 0 ? Failures.SOME_FAILED : 0;
    } catch (RunnerException e) {
      err.println(e.getMessage());
      return Failures.SOME_FAILED;
    }
  }

  /** The file of {@code -o}, as JMH itself opens it, or the terminal. */
  @SuppressWarnings("DefaultCharset") // as JMH
  private static PrintStream output(CommandLineOptions options) throws IOException {
    return options.getOutput().hasValue()
        ? new PrintStream(options.getOutput().get())
        : new PrintStream(Terminal.escaping(new FileOutputStream(FileDescriptor.out)), true);
  }

  /**
   * Checks the names of benchmarks, each name and value of parameters, and fetches the engine
   * versions in them before the first fork starts.
   */
  private void refuseWrongValues(CommandLineOptions options) throws IOException {
    Set<String> chosen = new TreeSet<>();
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
      found.forEach(each -> chosen.add(Workloads.ofJmh(each.getUsername()).name()));
    }
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
    for (String name : names) {
      if (!valid.contains(name)) {
        throw NearestName.unknown("parameter of " + String.join(", ", chosen), name, valid);
      }
    }
    for (String benchmark : chosen) {
      Map<String, String> defaults = Workloads.defaults(benchmark);
      for (String name : defaults.keySet()) {
        for (String value : given(name, options)) {
          Map<String, String> one = new HashMap<>(defaults);
          one.put(name, value);
          CellSettings settings = CellSettings.from(one::get);
          settings.requirePossible(0);
          Engines.requireNamed(settings.candidate());
          Progress.of(err, heard -> EngineVersions.ofUser().jars(settings.candidate(), heard));
          Workloads.named(benchmark).validate(one);
          if (settings.dataset().argument().equals("-")) {
            throw new IllegalArgumentException(
                "standard input cannot be a -p value; use --dataset " + value);
          }
        }
      }
    }
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

  /** The values of a parameter: from our own options, else {@code -p}. */
  private Collection<String> given(String name, CommandLineOptions options) {
    return parameters.containsKey(name)
        ? parameters.get(name)
        : options.getParameter(name).orElse(List.of());
  }

  /** JMH's options, with profilers whose names of files are short enough; forks get them too. */
  private static final class ShortNames extends CommandLineOptions {
    ShortNames(String... arguments) throws CommandLineOptionException {
      super(arguments);
    }

    List<ProfilerSpec> given() {
      return super.getProfilers().stream()
          .map(each -> new ProfilerSpec(each.getKlass(), each.getOpts()))
          .toList();
    }

    @Override
    public List<ProfilerConfig> getProfilers() {
      return ProfilerNameShortener.of(given()).stream().toList();
    }
  }

  /** What became of the benchmarks; those that an engine cannot run are not started. */
  private static final class Outcome {
    private static final Pattern FRAMES =
        Pattern.compile("(?m)^\\s+(at [\\w.$/]+.*|\\.\\.\\. \\d+ more)\\R?");
    private final PrintStream out;
    private final VerboseMode verbosity;
    private final OutputFormat text;
    private final CandidateProbe probe = new CandidateProbe();
    private int measured;
    private int failed;
    private boolean skipped;

    Outcome(PrintStream out, VerboseMode verbosity) {
      this.out = out;
      this.verbosity = verbosity;
      this.text = OutputFormatFactory.createFormatInstance(out, verbosity);
    }

    OutputFormat format() {
      return (OutputFormat)
          Proxy.newProxyInstance(
              JmhCommand.class.getClassLoader(),
              new Class<?>[] {OutputFormat.class},
              (proxy, method, values) -> {
                switch (method.getName()) {
                  case "println", "print", "verbosePrintln" ->
                      values[0] = withoutFrames(String.valueOf(values[0]));
                  case "startBenchmark" -> start((BenchmarkParams) values[0]);
                  case "endBenchmark" -> {
                    if (values[0] != null) {
                      failed--;
                      measured++;
                    }
                  }
                  default -> {}
                }
                return skipped && method.getReturnType() == void.class
                    ? null
                    : method.invoke(text, values);
              });
    }

    /** What a fork has thrown, without the frames of its stack; {@code -v EXTRA} shows those. */
    private String withoutFrames(String line) {
      return verbosity == VerboseMode.EXTRA ? line : FRAMES.matcher(line).replaceAll("");
    }

    /** Counts it as failed until it has ended; with JMH's exception it does not begin. */
    private void start(BenchmarkParams benchmark) {
      Problem problem = problem(JmhParams.cell(benchmark), benchmark.getForks() > 0);
      skipped = problem != null;
      if (problem == null || !problem.unsupported()) {
        failed++;
      }
      if (problem != null) {
        Map<String, String> parameters = JmhParams.values(benchmark);
        String message =
            "%s: %s, engine %s: %s"
                .formatted(
                    problem.unsupported() ? "skipped" : "failed",
                    Workloads.ofJmh(benchmark.getBenchmark()).label(parameters),
                    parameters.get("engine"),
                    problem.message());
        out.println(message);
        throw new BenchmarkException(problem.exception());
      }
    }

    /**
     * Why a cell cannot be measured in a fork, as far as it is known before; else null. Packs the
     * records, so that a bad file is reported here, not by each fork with a stack trace.
     */
    private @Nullable Problem problem(Cell cell, boolean inFork) {
      try (PackedFile file = CellStore.records(cell.settings())) {
        if (!inFork) {
          return null;
        }
        PackedSummary data = file.summary();
        Optional<String> unsupported =
            BenchRun.unsupported(Workloads.named(cell.benchmark()), cell.parameters(), data);
        if (unsupported.isPresent()) {
          return Problem.unsupported(unsupported.get());
        }
        if (cell.clients() > 1) {
          return Problem.unsupported(
              "clients=%d needs a run of suites; use --clients instead of JMH's arguments"
                  .formatted(cell.clients()));
        }
        if (cell.settings().memoryBytes(data).isPresent()) {
          Fork.limiter();
        }
        return probe.problem(cell, data);
      } catch (UnsupportedSettingException e) {
        return Problem.of(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
