package dev.storagebench.benchmarks;

import dev.storagebench.core.benchmark.ResourceProfiler;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.run.ForkFlags;
import dev.storagebench.core.run.ForkProfiler;
import dev.storagebench.core.run.ProfilerNameShortener;
import dev.storagebench.core.run.ProfilerSpec;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.store.WorkFolder;
import dev.storagebench.core.workload.NearestName;
import dev.storagebench.core.workload.Workloads;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own command line. In addition, forks get the flags and the loaded stores they need, and a
 * failed benchmark sets the exit code.
 */
final class JmhCommand {
  private final PrintWriter err;
  private final List<String> arguments;
  private final Map<String, List<String>> parameters;

  /**
   * @param arguments of JMH
   * @param parameters values that our own options give
   */
  JmhCommand(PrintWriter err, List<String> arguments, Map<String, List<String>> parameters) {
    this.err = err;
    this.arguments = arguments;
    this.parameters = parameters;
  }

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
            .addProfiler(ForkProfiler.class, "")
            .addProfiler(ResourceProfiler.class);
    parameters.forEach((name, values) -> all.param(name, values.toArray(String[]::new)));
    if (!options.getTimeout().hasValue()) {
      all.timeout(ForkFlags.MAX_ITERATION);
    }
    options
        .given()
        .forEach(each -> new ProfilerSpec(each.getKlass(), each.getOpts()).requireAvailable());
    refuseWrongValues(options);
    if (values("rate", options).stream().anyMatch(each -> Rate.parse(each).isPresent())) {
      options.getBenchModes().forEach(mode -> Rate.requireThroughput("a rate", mode));
    }
    CacheFolder.current().probeWritable();
    MemoryLimiter.sweepAll();
    WorkFolder.sweep(CacheFolder.current());
    readFiles(options);
    AtomicInteger unfinished = new AtomicInteger();
    VerboseMode verbosity = options.verbosity().orElse(Defaults.VERBOSITY);
    OutputFormat text = OutputFormatFactory.createFormatInstance(System.out, verbosity);
    try {
      // JMH leaves failed benchmarks out of its results.
      new Runner(all.build(), counting(text, unfinished)).run();
    } catch (NoBenchmarksException e) {
      err.println("no benchmark matches " + options.getIncludes() + "; -l lists all");
      return Failures.USAGE;
    } catch (RunnerException e) {
      err.println(e.getMessage());
      return Failures.SOME_FAILED;
    }
    if (unfinished.get() > 0) {
      err.println(unfinished + " of the benchmarks failed; see above");
      return Failures.SOME_FAILED;
    }
    return 0;
  }

  /**
   * Checks each name and value of {@code -p} and fetches the engine versions in it before the first
   * fork starts.
   */
  private void refuseWrongValues(CommandLineOptions options) throws IOException {
    Set<String> chosen = new TreeSet<>();
    BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
            options.getIncludes(),
            options.getExcludes())
        .forEach(each -> chosen.add(Workloads.ofJmh(each.getUsername()).name()));
    Set<String> valid = new TreeSet<>();
    chosen.forEach(each -> valid.addAll(Workloads.defaults(each).keySet()));
    for (String name : given()) {
      // Without any benchmark JMH itself says so.
      if (!valid.contains(name) && !chosen.isEmpty()) {
        throw NearestName.unknown("parameter of " + String.join(", ", chosen), name, valid);
      }
    }
    for (String benchmark : chosen) {
      Map<String, String> defaults = Workloads.defaults(benchmark);
      for (String name : defaults.keySet()) {
        for (String value : options.getParameter(name).orElse(List.of())) {
          Map<String, String> one = new HashMap<>(defaults);
          one.put(name, value);
          CellSettings settings = CellSettings.from(one::get);
          Engines.of(settings.candidate());
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

  /**
   * Packs the input files, so that a bad one is reported once and here, not by each fork with a
   * stack trace.
   */
  private void readFiles(CommandLineOptions options) throws IOException {
    for (String dataset : values("dataset", options)) {
      for (String skipBad : values("skipBad", options)) {
        Map<String, String> one = Workloads.defaults("PointRead");
        one.put("dataset", dataset);
        one.put("skipBad", skipBad);
        CellSettings settings = CellSettings.from(one::get);
        if (settings.dataset().recordFormat() instanceof StreamFormat
            || settings.dataset().format().equals(PackedFormat.NAME)) {
          PackedFile.open(CellStore.packed(settings, CacheFolder.current(), PackingProgress.NONE))
              .close();
        }
      }
    }
  }

  /** The values of a parameter: from our own options, else {@code -p}, else its default. */
  private Collection<String> values(String name, CommandLineOptions options) {
    List<String> ours = parameters.get(name);
    return ours != null
        ? ours
        : options
            .getParameter(name)
            .orElse(List.of(String.valueOf(Workloads.defaults("PointRead").get(name))));
  }

  /** JMH's options, with profilers whose names of files are short enough; forks get them too. */
  private static final class ShortNames extends CommandLineOptions {
    ShortNames(String... arguments) throws CommandLineOptionException {
      super(arguments);
    }

    List<ProfilerConfig> given() {
      return super.getProfilers();
    }

    @Override
    public List<ProfilerConfig> getProfilers() {
      return ProfilerNameShortener.of(super.getProfilers()).stream().toList();
    }
  }

  /** Counts benchmarks that were started and gave no result. */
  private static OutputFormat counting(OutputFormat text, AtomicInteger unfinished) {
    return (OutputFormat)
        Proxy.newProxyInstance(
            JmhCommand.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, values) -> {
              switch (method.getName()) {
                case "startBenchmark" -> unfinished.incrementAndGet();
                case "endBenchmark" -> {
                  if (values[0] != null) {
                    unfinished.decrementAndGet();
                  }
                }
                default -> {}
              }
              return method.invoke(text, values);
            });
  }
}
