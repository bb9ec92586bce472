package dev.storagebench.analysis.suite;

import dev.storagebench.analysis.suite.Suite.Contender;
import dev.storagebench.analysis.suite.Suite.Rounds;
import dev.storagebench.analysis.suite.Suite.Timing;
import dev.storagebench.analysis.suite.Suite.Workload;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.workload.InitialState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * A suite resolved to cells to measure, and the engines left out.
 *
 * @param info the suite's texts and views, which the run keeps
 * @param leftOut engines left out, each with the reason
 */
public record SuitePlan(SuiteInfo info, RunPlan plan, Map<String, String> leftOut) {
  /** Begins the reason of a candidate whose library or server is not on this machine. */
  public static final String MISSING = "not here: ";

  private static final int WARM_UPS = 1;
  private static final String SIZE = "records={records}";
  private static final String NOT_EMBEDDED =
      "the suite compares embedded engines; name it with --engines";
  // Start of the JVM, opening and copying the store, warming up until steady, settling, closing.
  private static final long FORK_OVERHEAD_MILLIS = 2_000;
  private static final long MIN_ITERATION_MILLIS = 200;
  private static final long MAX_ITERATION_MILLIS = 10_000;

  /** The parameters of every workload; a workload's own value beats that of the conditions. */
  private static final List<String> CONDITIONS =
      Parameter.CONDITIONS.stream().map(Parameter::key).toList();

  /**
   * Decides.
   *
   * @throws IllegalArgumentException if an override names or asks for something that does not exist
   */
  public static SuitePlan of(Suite suite, Overrides overrides) {
    Set<String> known = Workloads.parameterNames();
    known.add(Suite.THREADS);
    for (Map.Entry<String, List<String>> each : overrides.values().entrySet()) {
      NearestName.require("parameter", each.getKey(), known);
      each.getValue().forEach(value -> SuiteReader.checked(each.getKey(), value));
    }
    Map<String, String> leftOut = new TreeMap<>();
    @Nullable Integer asked = overrides.times().rounds();
    int rounds = Objects.requireNonNullElse(asked, suite.timing().rounds());
    List<Contender> contenders =
        takingPart(contenders(suite, overrides, leftOut), rounds, asked != null);
    String size = size(suite.scale(), overrides.size());
    List<Map<String, String>> conditions = conditions(suite, overrides, size);
    List<Point> points = points(suite, overrides, size);
    Cell.Timing timing =
        timing(suite.timing(), overrides.times(), contenders, conditions.size(), points);
    boolean choosesNearest = overrides.values().containsKey(Parameter.NEAREST.key());
    List<Cell> cells = new ArrayList<>();
    for (Map<String, String> condition : conditions) {
      for (Contender each : contenders) {
        Map<String, String> its =
            each.nearest() && !choosesNearest
                ? with(condition, Parameter.NEAREST.key(), "true")
                : condition;
        points.stream()
            .filter(point -> overrides.engines() != null || each.hasWorkload(point.workload()))
            .forEach(point -> cells.add(point.cell(each, its, overrides, timing)));
      }
    }
    boolean own = suite.timing().control() && overrides.engines() == null;
    if (Objects.requireNonNullElse(overrides.times().control(), own)) {
      controls(cells);
    }
    return new SuitePlan(
        suite.info().sized(SIZE, size),
        new RunPlan(
            cells.stream().distinct().toList(),
            rounds,
            overrides.seed(),
            RunPlan.stores(suite.timing().stores(), rounds)),
        leftOut);
  }

  /**
   * Adds the first candidate once more, under another name, where rivals take turns: it shows what
   * a difference that is none looks like.
   */
  private static void controls(List<Cell> cells) {
    List<String> contenders =
        cells.stream()
            .filter(each -> Engines.of(each.candidate()).capabilities().storesValues())
            .map(Cell::label)
            .distinct()
            .toList();
    if (contenders.size() > 1) {
      List.copyOf(cells).stream()
          .filter(each -> each.measuresThroughput() && !each.writes() && each.takesTurns())
          .filter(each -> each.label().equals(contenders.get(0)))
          .forEach(each -> cells.add(each.of(each.candidate().named(Candidate.CONTROL))));
    }
  }

  /**
   * Copy without candidates whose library or server is not on this machine.
   *
   * @throws IllegalArgumentException if none is left
   */
  public SuitePlan here() {
    Map<String, String> without = new TreeMap<>();
    for (Cell cell : plan.cells()) {
      Engines.missing(cell.candidate()).ifPresent(why -> without.put(cell.label(), MISSING + why));
    }
    List<Cell> cells =
        plan.cells().stream().filter(each -> !without.containsKey(each.label())).toList();
    requireSome(cells, "the suite's candidates (%s)".formatted(new TreeSet<>(without.values())));
    without.putAll(leftOut);
    return new SuitePlan(info, plan.with(cells), without);
  }

  /**
   * The rounds of each candidate; the first round has one at least.
   *
   * @param all whether each takes part in all from its first one on
   */
  private static List<Contender> takingPart(List<Contender> contenders, int rounds, boolean all) {
    int first = contenders.stream().mapToInt(each -> each.rounds().from()).min().orElse(0);
    List<Contender> takingPart = new ArrayList<>();
    for (Contender each : contenders) {
      int from = Math.min(each.rounds().from() - first, rounds - 1);
      int most = all ? rounds - from : Math.min(each.rounds().most(), rounds - from);
      takingPart.add(each.with(each.candidate(), new Rounds(from, most)));
    }
    return takingPart;
  }

  private static List<Contender> contenders(
      Suite suite, Overrides overrides, Map<String, String> leftOut) {
    List<Candidate> named = overrides.engines();
    List<Contender> contenders = new ArrayList<>();
    if (named != null && !named.isEmpty()) {
      for (Candidate each : new LinkedHashSet<>(named)) {
        Contender own = suite.contenders().getOrDefault(each.toString(), suite.contender(each));
        Engines.requireNamed(own.candidate());
        contenders.add(own);
      }
      return requireSome(contenders, named.toString());
    }
    Map<String, Contender> listed = named == null ? suite.contenders() : Map.of();
    listed.forEach(
        (label, each) ->
            whyNot(each, overrides.servers())
                .ifPresentOrElse(why -> leftOut.put(label, why), () -> contenders.add(each)));
    Set<String> engines =
        listed.values().stream().map(each -> each.candidate().engine()).collect(Collectors.toSet());
    for (StorageEngine engine : Engines.all()) {
      if (engines.contains(engine.name()) || (!engines.isEmpty() && suite.others().isEmpty())) {
        continue;
      }
      // Not asked of others: the answer may need a server unpacked.
      Optional<String> reason = engine.exclusionReason();
      if (engines.isEmpty() && reason.isEmpty() && (named != null || isEmbedded(engine))) {
        contenders.add(suite.contender(Candidate.of(engine.name())));
      } else {
        leftOut.put(
            engine.name(), reason.orElse(engines.isEmpty() ? NOT_EMBEDDED : suite.others()));
      }
    }
    return requireSome(contenders, "the suite's candidates");
  }

  /** Why an optional candidate is not measured. */
  private static Optional<String> whyNot(Contender contender, @Nullable Set<String> asked) {
    if (!contender.optional()) {
      return Optional.empty();
    }
    StorageEngine engine = Engines.of(contender.candidate());
    String name = contender.candidate().engine();
    return asked == null || asked.contains(name) || !engine.capabilities().isServer()
        ? engine.exclusionReason()
        : Optional.of("measured with --with " + Shell.quoted(name));
  }

  private static <T> List<T> requireSome(List<T> candidates, String named) {
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException(
          "none of %s can run here; name others with --engines (java -jar benchmarks.jar engines lists them)"
              .formatted(named));
    }
    return candidates;
  }

  private static boolean isEmbedded(StorageEngine engine) {
    Capabilities can = engine.capabilities();
    return can.storesValues() && !can.isServer();
  }

  /** All combinations of the conditions' values. */
  private static List<Map<String, String>> conditions(
      Suite suite, Overrides overrides, String size) {
    Map<String, List<String>> axes = new LinkedHashMap<>(suite.conditions());
    axes.putAll(overrides.values());
    // Threads and the parameters of single workloads are axes of the points.
    axes.keySet().retainAll(CONDITIONS);
    return combinations(axes, size);
  }

  private static String size(Suite.Scale scale, Overrides.Size asked) {
    double factor = Objects.requireNonNullElse(asked.factor(), scale.factor());
    return Objects.requireNonNullElse(
        asked.setting(), "records=" + Math.max(1, Math.round(factor * scale.records())));
  }

  /** With data sets of this size. */
  private static List<Map<String, String>> combinations(
      Map<String, List<String>> axes, String size) {
    axes.replaceAll(
        (name, values) -> values.stream().map(value -> value.replace(SIZE, size)).toList());
    if (Set.copyOf(axes.getOrDefault(Parameter.NEAREST.key(), List.of())).size() > 1) {
      throw new IllegalArgumentException(
          "invalid nearest 'true,false' (expected one value: nearest cannot be an axis)");
    }
    return combinations(axes);
  }

  /** All combinations of the values of parameters, each value once. */
  public static List<Map<String, String>> combinations(Map<String, List<String>> axes) {
    List<Map<String, String>> all = List.of(Map.of());
    for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> before : all) {
        axis.getValue().stream()
            .distinct()
            .forEach(value -> longer.add(with(before, axis.getKey(), value)));
      }
      all = longer;
    }
    return all;
  }

  private static Map<String, String> with(Map<String, String> values, String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put(name, value);
    return all;
  }

  /** The workloads with one value of each of their parameters. */
  private static List<Point> points(Suite suite, Overrides overrides, String size) {
    List<Point> points = new ArrayList<>();
    int stages = 0;
    List<Workload> chosen = chosen(suite, overrides.workloads());
    requireUse(overrides.values().keySet(), chosen);
    for (Workload workload : chosen) {
      Map<String, List<String>> axes =
          new LinkedHashMap<>(Workloads.parameters().get(workload.benchmark()));
      axes.keySet().removeAll(CONDITIONS);
      axes.remove("seed");
      axes.put(Suite.THREADS, List.of("auto"));
      suite.conditions().forEach(axes::replace);
      axes.putAll(workload.parameters());
      boolean isShot = workload.mode() == Mode.SingleShotTime;
      axes.replaceAll(
          (name, own) -> {
            List<String> asked = overrides.values().getOrDefault(name, own);
            // A workload's own value of a condition stands; several are an axis, as the suite's
            // are. Several numbers of threads do not multiply single shots.
            boolean stands =
                CONDITIONS.contains(name)
                    ? own.size() < 2
                    : isShot && name.equals(Suite.THREADS) && asked.size() > 1;
            return stands ? own : asked;
          });
      for (Map<String, String> values : combinations(axes, size)) {
        points.add(new Point(workload, values, workload.isStage() ? ++stages : 0));
        for (String rate : workload.atRates() ? overrides.rates() : List.<String>of()) {
          Map<String, String> at = with(values, "rate", Rate.canonical(rate));
          points.add(new Point(workload, at, workload.isStage() ? ++stages : 0));
        }
      }
    }
    if (!overrides.rates().isEmpty() && points.stream().noneMatch(Point::hasRate)) {
      throw new IllegalArgumentException(
          "--rate: none of the workloads supports a rate; choose others with --workloads");
    }
    return points;
  }

  /** A parameter that no workload has would change nothing. */
  private static void requireUse(Set<String> parameters, List<Workload> workloads) {
    for (String name : parameters) {
      if (name.equals(Suite.THREADS) || CONDITIONS.contains(name)) {
        continue;
      }
      List<String> having =
          Workloads.names().stream()
              .filter(each -> Workloads.defaults(each).containsKey(name))
              .toList();
      if (workloads.stream().map(Workload::benchmark).noneMatch(having::contains)) {
        throw new IllegalArgumentException(
            "none of the workloads %s has the parameter '%s'; choose others with --workloads (%s)"
                .formatted(
                    workloads.stream().map(Workload::name).toList(),
                    name,
                    String.join(", ", having)));
      }
    }
  }

  private static List<Workload> chosen(Suite suite, List<String> names) {
    if (names.isEmpty()) {
      return suite.workloads();
    }
    List<Workload> chosen = new ArrayList<>();
    for (String name : names) {
      List<Workload> own =
          suite.workloads().stream().filter(each -> each.name().equals(name)).toList();
      chosen.addAll(own);
      if (own.isEmpty()) {
        Set<String> valid = new LinkedHashSet<>();
        suite.workloads().forEach(each -> valid.add(each.name()));
        valid.addAll(Workloads.names());
        NearestName.require("workload", name, valid);
        Mode mode = Workloads.named(name).isSingleShot() ? Mode.SingleShotTime : Mode.Throughput;
        chosen.add(
            new Workload(name, name, mode, true, false, 0, Map.of(), Optional.empty(), false));
      }
    }
    return chosen;
  }

  /**
   * A workload with one value of each parameter.
   *
   * @param values of its parameters and threads, conditions only where they are its own
   * @param stage its number in the chain, from 1; 0 for none
   */
  private record Point(Workload workload, Map<String, String> values, int stage) {
    boolean isShot() {
      return workload.mode() == Mode.SingleShotTime;
    }

    boolean hasRate() {
      return Rate.parse(values.getOrDefault("rate", Rate.NONE)).isPresent();
    }

    int rounds(Contender contender, Overrides.Times given) {
      // Response times of several rounds are merged; one round suffices.
      int own = hasRate() && stage == 0 ? 1 : Integer.MAX_VALUE;
      if (workload.rounds() > 0) {
        own = given.rounds() == null ? workload.rounds() : Integer.MAX_VALUE;
      }
      return Math.min(contender.rounds().most(), own);
    }

    /** Times as asked; by default two cycles at least of what the engine does periodically. */
    private Cell.Timing timing(Cell.Timing all, Overrides.Times given, Duration writeCycle) {
      if (isShot()) {
        return Cell.Timing.SHOT;
      }
      if (given.measure() != null || given.total() != null) {
        return all;
      }
      int iterations = all.iterations();
      long millis =
          workload
              .measure()
              .map(own -> Math.max(1, own.toMillis() / iterations))
              .orElse(all.iterationMillis());
      long least = 2 * writeCycle.toMillis() / iterations;
      return new Cell.Timing(all.warmups(), iterations, Math.max(millis, least));
    }

    Cell cell(
        Contender contender,
        Map<String, String> conditions,
        Overrides overrides,
        Cell.Timing timing) {
      Candidate candidate = contender.candidate();
      Map<String, String> defaults = Workloads.defaults(workload.benchmark());
      Map<String, String> all = new LinkedHashMap<>();
      CONDITIONS.forEach(name -> all.computeIfAbsent(name, defaults::get));
      defaults.forEach(all::putIfAbsent);
      conditions.forEach(all::replace);
      values.forEach(all::replace);
      all.put("engine", candidate.toString());
      all.remove("seed");
      all.put("seed", Long.toString(overrides.seed()));
      WorkloadType type = Workloads.named(workload.benchmark());
      Parameters asked = new Parameters(all);
      type.validate(asked);
      asked.requirePossible(0);
      if (type.initialState(asked) == InitialState.EMPTY) {
        // It is to be measured while it is empty.
        all.replace(Parameter.STEADY_WITHIN.key(), "0");
        if (stage > 1) {
          throw new IllegalArgumentException(
              "stage %s begins with an empty store, as only the first one can"
                  .formatted(workload.name()));
        }
      }
      if (stage > 0) {
        all.put(Cell.STAGE, stage + " " + workload.name());
      }
      Duration writeCycle = type.writes(asked) ? Engines.of(candidate).writeCycle() : Duration.ZERO;
      return new Cell(
          workload.benchmark(),
          workload.mode(),
          SuiteReader.threads(values.getOrDefault(Suite.THREADS, "auto")),
          new Parameters(all),
          timing(timing, overrides.times(), writeCycle).withP99(workload.p99()),
          contender.rounds().from() + rounds(contender, overrides.times()),
          contender.rounds().from());
    }
  }

  /** How long cells take, after warming up until they are steady. */
  private static Cell.Timing timing(
      Timing timing,
      Overrides.Times given,
      List<Contender> contenders,
      int conditions,
      List<Point> points) {
    Duration warmUp = Objects.requireNonNullElse(given.warmUp(), timing.warmUp());
    Duration measure = Objects.requireNonNullElse(given.measure(), timing.measure());
    Duration total = given.total() == null ? timing.total().orElse(null) : given.total();
    if (total != null && given.measure() == null) {
      long forks = 0;
      long timed = 0;
      for (Point point : points) {
        int rounds = contenders.stream().mapToInt(each -> point.rounds(each, given)).sum();
        long its = (long) rounds * conditions;
        forks += its;
        timed += point.isShot() ? 0 : its;
      }
      long left = total.toMillis() - forks * FORK_OVERHEAD_MILLIS;
      long share = left / Math.max(1, timed) / (WARM_UPS + timing.iterations());
      long millis = Math.max(MIN_ITERATION_MILLIS, Math.min(MAX_ITERATION_MILLIS, share));
      return new Cell.Timing(WARM_UPS, timing.iterations(), millis);
    }
    long iteration = Math.max(1, measure.toMillis() / timing.iterations());
    int warmUps = (int) Math.max(1, Math.round(warmUp.toMillis() / (double) iteration));
    return new Cell.Timing(warmUps, timing.iterations(), iteration);
  }
}
