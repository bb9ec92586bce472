package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.benchmarks.fork.Jdk;
import dev.storagebench.benchmarks.run.ProfilerSpec;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.datasets.trace.TraceFormat;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that change a suite; JMH's own arguments take the parameters among them. */
final class RunOptions {
  private static final int MAX_ROUNDS = 200;
  // In turns releases differ by 2 to 3 % from set to set, where forks one after another did by 6.
  private static final int LADDER_ROUNDS = 5;
  // 30 days.
  private static final int MAX_SECONDS = 2_592_000;

  /** The options in their own words; {@link ParameterOptions} has the others. */
  static final class Compared {
    @Option(names = "--engines", paramLabel = "CANDIDATES", descriptionKey = "run.engines")
    private @Nullable String engines;

    @Option(names = "--jdk", split = ",", paramLabel = "JDK", hideParamSyntax = true)
    private List<String> jdks = List.of();

    @Option(names = "--workloads", split = ",", paramLabel = "NAME", hideParamSyntax = true)
    private List<String> workloads = List.of();

    @Option(names = "--threads", split = ",", paramLabel = "N", hideParamSyntax = true)
    private List<String> threads = List.of();

    @Option(names = "--trace", paramLabel = "FILE[;OPTIONS]")
    private @Nullable String trace;

    @Option(names = "--records", paramLabel = "N", descriptionKey = "run.records")
    private @Nullable String records;

    @Option(names = "--bytes", paramLabel = "SIZE", descriptionKey = "run.bytes")
    private @Nullable String bytes;

    @Option(names = "--scale", paramLabel = "S")
    private @Nullable Double scale;
  }

  /** For how long. */
  static final class Times {
    @Option(names = "--minutes", paramLabel = "M")
    private @Nullable Double minutes;

    @Option(names = "--rounds", paramLabel = "N", descriptionKey = "run.rounds")
    private @Nullable Integer rounds;

    @Option(names = "--until", paramLabel = "RATIO")
    private @Nullable String until;

    @Option(names = "--budget", paramLabel = "TIME")
    private @Nullable String budget;

    @Option(names = "--control", negatable = true)
    private @Nullable Boolean control;

    @Option(names = "--warm-up", paramLabel = "SECONDS")
    private @Nullable Double warmUp;

    @Option(names = "--seconds", paramLabel = "N")
    private @Nullable Double seconds;
  }

  /** Options of results: where to, and what is recorded besides. */
  static final class Results {
    // Null for a folder that is named by the time.
    @Option(names = "--out", paramLabel = "FOLDER", descriptionKey = "run.out")
    @Nullable Path out;

    @Option(names = "--resume")
    boolean resume;

    @Option(names = "--quiet")
    boolean quiet;

    @Option(names = "--fail-on-void")
    boolean failsOnVoid;

    @Option(names = "--prof", paramLabel = "NAME[:OPTIONS]")
    private List<String> profilers = List.of();
  }

  @ArgGroup(validate = false, order = 4, heading = PlaceOptions.HEADING)
  private PlaceOptions place = new PlaceOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @ArgGroup(validate = false, order = 0, heading = "%nWhat is compared:%n")
  private Compared compared = new Compared();

  @ArgGroup(validate = false, order = 2, heading = "%nFor how long:%n")
  private Times times = new Times();

  @ArgGroup(validate = false, order = 3, heading = "%nResults:%n")
  private Results results = new Results();

  private @Nullable List<Candidate> ladder;
  private boolean bisect;
  private boolean evenly;

  /**
   * Compares releases.
   *
   * @throws IllegalArgumentException if an option contradicts it
   */
  void releases(String command, List<Candidate> releases) {
    if (compared.engines != null) {
      throw new IllegalArgumentException(command + " has its own candidates: no --engines");
    }
    if (!compared.jdks.isEmpty()) {
      throw new IllegalArgumentException(
          "%s takes no --jdk: give it as an option of the candidates, {jdk=25}".formatted(command));
    }
    ladder = releases;
  }

  /** Compares two releases, in all rounds that fit into a time unless it is said how many. */
  void upgrade(String suite, List<Candidate> both, String within) {
    releases(suite, both);
    if (Stream.of(times.rounds, times.until, times.budget, times.minutes)
        .allMatch(Objects::isNull)) {
      times.budget = within;
    }
    evenly = times.until == null;
  }

  /** Compares releases in their order, and may search for the one at which the speed changed. */
  void ladder(List<Candidate> releases, boolean search) {
    releases("ladder", releases);
    if (search && Boolean.TRUE.equals(times.control)) {
      throw new IllegalArgumentException("--bisect searches among releases: no --control");
    }
    bisect = search;
    if (!search && times.rounds == null) {
      times.rounds = LADDER_ROUNDS;
    }
  }

  /** These results, and nothing changed of the suite. */
  static RunOptions of(Results results, PlaceOptions place) {
    RunOptions options = new RunOptions();
    options.results = results;
    options.place = place;
    return options;
  }

  Results results() {
    return results;
  }

  /** Places of servers, plugins and cached data. */
  PlaceOptions place() {
    return place;
  }

  /** Each is checked to work here. */
  List<ProfilerSpec> profilers() {
    return results.profilers.stream().distinct().map(ProfilerSpec::parse).toList();
  }

  StopRule rule() {
    if (times.budget != null && SuiteReader.time(times.budget).isZero()) {
      throw new IllegalArgumentException(
          "invalid --budget '%s' (expected a time such as 90s)".formatted(times.budget));
    }
    return new StopRule(
        Optional.ofNullable(times.until).map(Precision::parse),
        Optional.ofNullable(times.budget).map(SuiteReader::time),
        bisect,
        evenly);
  }

  /** The plan with the maximum of rounds, if a rule ends it. */
  RunPlan limit(RunPlan plan) {
    return rule().ends() ? plan.upTo(times.rounds != null ? times.rounds : MAX_ROUNDS) : plan;
  }

  /** Whether an option is one of what is compared, not of where things are or of the terminal. */
  static boolean isOfComparison(OptionSpec option) {
    return !(option.userObject() instanceof Member member)
        || member.getDeclaringClass().getNestHost() == RunOptions.class;
  }

  /** A given option that JMH's own command line does not take. */
  Optional<String> firstSuiteOnlyOption() {
    return command.commandLine().getParseResult().matchedOptions().stream()
        .filter(option -> option.userObject() instanceof Field && isOfComparison(option))
        .map(OptionSpec::longestName)
        .findFirst();
  }

  /**
   * Changes to a suite.
   *
   * @param more values of parameters, separated by commas, by name
   */
  Overrides overrides(Map<String, String> more) throws IOException {
    if (times.rounds != null && (times.rounds < 1 || times.rounds > SuiteReader.MAX_ROUNDS)) {
      throw new IllegalArgumentException(
          "invalid --rounds '%d' (expected 1 to %d)"
              .formatted(times.rounds, SuiteReader.MAX_ROUNDS));
    }
    Map<String, List<String>> values = new LinkedHashMap<>(parameters());
    if (more.containsKey(Parameter.ENGINE.key())) {
      throw new IllegalArgumentException(
          "-p engine= is JMH's; a comparison takes its candidates from --engines");
    }
    more.forEach((name, list) -> values.put(name, List.of(list.split(",", -1))));
    if (ladder != null) {
      // Releases are ranked, so at a level that they all keep.
      Durability strongest =
          Collections.min(
              ladder.stream().map(each -> Engines.of(each).capabilities().strongest()).toList());
      if (strongest.compareTo(Durability.PROCESS) < 0) {
        values.putIfAbsent(Parameter.DURABILITY.key(), List.of(EnumNames.of(strongest)));
      }
    }
    if (compared.trace != null
        && values.put(
                Parameter.DATASET.key(),
                List.of(datasets().one(TraceFormat.NAME + ":" + compared.trace, false)))
            != null) {
      throw new IllegalArgumentException(
          "--trace and --dataset: a trace has its own keys; give one of them");
    }
    List<String> seeds = takeOut(Parameter.SEED, values);
    if (seeds.size() > 1) {
      throw new IllegalArgumentException("--seed takes one number, got " + seeds);
    }
    if (!compared.threads.isEmpty()) {
      values.put(Suite.THREADS, compared.threads);
    }
    List<String> rates =
        takeOut(Parameter.RATE, values).stream()
            .map(Rate::canonical)
            .filter(rate -> !rate.equals(Rate.NONE))
            .distinct()
            .toList();
    return new Overrides(
        candidates(),
        values,
        compared.trace == null || !compared.workloads.isEmpty()
            ? compared.workloads
            : Workloads.replayingTraces(),
        rates,
        new Overrides.Size(compared.scale, datasets().setting()),
        seeds.isEmpty() ? 1 : Parameter.whole("seed", seeds.get(0), 0, Long.MAX_VALUE),
        new Overrides.Times(
            bisect ? Integer.valueOf(LADDER_ROUNDS) : rule().ends() ? null : times.rounds,
            time("--warm-up", times.warmUp, 1, 0),
            time("--seconds", times.seconds, 1, 1e-3),
            time("--minutes", times.minutes, 60, 1e-3),
            times.control),
        place.servers());
  }

  private @Nullable List<Candidate> candidates() {
    List<Candidate> engines = ladder == null ? Overrides.candidates(compared.engines) : ladder;
    if (compared.jdks.isEmpty()) {
      return engines;
    }
    if (engines == null || engines.isEmpty()) {
      throw new IllegalArgumentException(
          "--jdk needs --engines: the candidates that run on each of these JDKs");
    }
    return Jdk.candidates(engines, compared.jdks);
  }

  private static List<String> takeOut(Parameter<?> parameter, Map<String, List<String>> values) {
    return Objects.requireNonNullElse(values.remove(parameter.key()), List.of());
  }

  /** The given parameters, for JMH as well. */
  Map<String, List<String>> parameters() throws IOException {
    Map<String, List<String>> values =
        ParameterOptions.given(command.commandLine().getParseResult());
    List<String> given = values.get(Parameter.DATASET.key());
    if (given != null) {
      boolean skipBad = values.containsKey(Parameter.SKIP_BAD.key());
      values.put(Parameter.DATASET.key(), datasets().of(given, skipBad));
    }
    return values;
  }

  private DatasetArguments datasets() {
    return new DatasetArguments(compared.records, compared.bytes, compared.scale);
  }

  private static @Nullable Duration time(
      String option, @Nullable Double number, int unitSeconds, double min) {
    if (number != null && !(number >= min && number * unitSeconds <= MAX_SECONDS)) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected %s to %d)"
              .formatted(option, number, min, MAX_SECONDS / unitSeconds));
    }
    return number == null ? null : Duration.ofMillis(Math.round(number * unitSeconds * 1000));
  }
}
