package dev.storagebench.analysis.suite;

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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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
    Set<String> known = new TreeSet<>(Workloads.parameterNames());
    known.add(Suite.THREADS);
    overrides
        .values()
        .forEach(
            (name, values) -> {
              if (!known.contains(name)) {
                throw NearestName.unknown("parameter", name, known);
              }
              values.forEach(value -> SuiteReader.checked(name, value));
            });
    Map<String, String> leftOut = new TreeMap<>();
    List<Candidate> candidates = candidates(suite, overrides, leftOut);
    List<Map<String, String>> conditions = conditions(suite, overrides);
    List<Point> points = points(suite, overrides);
    @Nullable Integer asked = overrides.times().rounds();
    int rounds = Objects.requireNonNullElse(asked, suite.timing().rounds());
    Map<Candidate, Rounds> takesPart =
        takesPart(suite.contenders(), candidates, rounds, asked != null);
    Cell.Timing timing =
        timing(suite.timing(), overrides.times(), takesPart.values(), conditions.size(), points);
    List<Cell> cells = new ArrayList<>();
    boolean given = overrides.values().containsKey(Parameter.NEAREST.key());
    for (Map<String, String> condition : conditions) {
      takesPart.forEach(
          (candidate, its) -> {
            Map<String, String> own = new LinkedHashMap<>(condition);
            if (!given && suite.contenders().nearest().contains(candidate.label())) {
              own.put(Parameter.NEAREST.key(), "true");
            }
            points.stream()
                .filter(
                    point ->
                        overrides.engines() != null
                            || suite.contenders().hasWorkload(candidate, point.workload()))
                .forEach(point -> cells.add(point.cell(candidate, own, overrides, timing, its)));
          });
    }
    boolean own = suite.timing().control() && overrides.engines() == null;
    if (Objects.requireNonNullElse(overrides.times().control(), own)) {
      controls(cells);
    }
    return new SuitePlan(
        suite.info().sized(SIZE, size(suite, overrides)),
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
    for (Cell cell : contenders.size() < 2 ? List.<Cell>of() : List.copyOf(cells)) {
      if (cell.measuresThroughput()
          && cell.label().equals(contenders.get(0))
          && !cell.writes()
          && cell.takesTurns()) {
        cells.add(cell.of(cell.candidate().named(Candidate.CONTROL)));
      }
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
    return new SuitePlan(
        info, new RunPlan(cells, plan.rounds(), plan.seed(), plan.stores()), without);
  }

  /**
   * The rounds of each candidate; the first round has one at least.
   *
   * @param all whether each takes part in all from its first one on
   */
  private static Map<Candidate, Rounds> takesPart(
      Suite.Contenders contenders, List<Candidate> candidates, int rounds, boolean all) {
    int first =
        candidates.stream().mapToInt(each -> contenders.rounds(each).from()).min().orElse(0);
    Map<Candidate, Rounds> takesPart = new LinkedHashMap<>();
    for (Candidate each : candidates) {
      Rounds its = contenders.rounds(each);
      int from = Math.min(its.from() - first, rounds - 1);
      takesPart.put(
          each, new Rounds(from, all ? rounds - from : Math.min(its.most(), rounds - from)));
    }
    return takesPart;
  }

  private static List<Candidate> candidates(
      Suite suite, Overrides overrides, Map<String, String> leftOut) {
    List<Candidate> named = overrides.engines();
    if (named != null && !named.isEmpty()) {
      Map<String, Candidate> own =
          suite.contenders().listed().stream()
              .collect(Collectors.toMap(Candidate::label, each -> each, (same, twice) -> same));
      List<Candidate> candidates =
          named.stream().map(each -> own.getOrDefault(each.toString(), each)).toList();
      candidates.forEach(Engines::requireNamed);
      return requireSome(candidates, named.toString());
    }
    Suite.Contenders contenders = suite.contenders();
    boolean listed = named == null && !contenders.listed().isEmpty();
    List<Candidate> candidates = new ArrayList<>();
    for (Candidate each : listed ? contenders.listed() : List.<Candidate>of()) {
      Optional<String> reason =
          contenders.optional().contains(each.label())
              ? whyNot(each, overrides.servers())
              : Optional.empty();
      reason.ifPresentOrElse(why -> leftOut.put(each.label(), why), () -> candidates.add(each));
    }
    for (StorageEngine engine : Engines.all()) {
      if (listed
          && (contenders.others().isEmpty()
              || contenders.listed().stream()
                  .anyMatch(each -> each.engine().equals(engine.name())))) {
        continue;
      }
      // Not asked of others: the answer may need a server unpacked.
      Optional<String> reason = engine.exclusionReason();
      if (!listed && reason.isEmpty() && (named != null || isEmbedded(engine))) {
        candidates.add(Candidate.of(engine.name()));
      } else {
        leftOut.put(engine.name(), reason.orElse(listed ? contenders.others() : NOT_EMBEDDED));
      }
    }
    return requireSome(candidates, "the suite's candidates");
  }

  private static Optional<String> whyNot(Candidate optional, @Nullable Set<String> asked) {
    StorageEngine engine = Engines.of(optional);
    return asked == null || asked.contains(optional.engine()) || !engine.capabilities().isServer()
        ? engine.exclusionReason()
        : Optional.of("measured with --with " + Shell.quoted(optional.engine()));
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
  private static List<Map<String, String>> conditions(Suite suite, Overrides overrides) {
    Map<String, List<String>> axes = new LinkedHashMap<>(suite.conditions());
    axes.remove(Suite.THREADS);
    Map<String, List<String>> given = new LinkedHashMap<>(overrides.values());
    given.keySet().retainAll(CONDITIONS);
    axes.putAll(given);
    return combinations(axes, size(suite, overrides));
  }

  private static String size(Suite suite, Overrides overrides) {
    Overrides.Size size = overrides.size();
    double factor = Objects.requireNonNullElse(size.factor(), suite.scale().factor());
    return size.setting() == null
        ? "records=" + Math.max(1, Math.round(factor * suite.scale().records()))
        : size.setting();
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
        for (String value : new LinkedHashSet<>(axis.getValue())) {
          Map<String, String> with = new LinkedHashMap<>(before);
          with.put(axis.getKey(), value);
          longer.add(with);
        }
      }
      all = longer;
    }
    return all;
  }

  /** The workloads with one value of each of their parameters. */
  private static List<Point> points(Suite suite, Overrides overrides) {
    List<Point> points = new ArrayList<>();
    int stages = 0;
    Map<String, List<String>> given = new LinkedHashMap<>(overrides.values());
    given.keySet().removeAll(CONDITIONS);
    List<Workload> chosen = chosen(suite, overrides.workloads());
    requireUse(given.keySet(), chosen);
    for (Workload each : chosen) {
      Workload workload = overrides.times().rounds() == null ? each : each.inAllRounds();
      Map<String, List<String>> axes =
          new LinkedHashMap<>(Workloads.parameters().getOrDefault(workload.benchmark(), Map.of()));
      axes.keySet().removeAll(CONDITIONS);
      axes.remove("seed");
      axes.put(Suite.THREADS, List.of("auto"));
      suite.conditions().forEach(axes::replace);
      axes.putAll(workload.parameters());
      // A workload's own value of a condition stands; several are an axis, as the suite's are.
      axes.replaceAll(
          (name, own) ->
              CONDITIONS.contains(name) && own.size() > 1
                  ? overrides.values().getOrDefault(name, own)
                  : own);
      given.forEach(
          (name, values) -> {
            boolean multiplies = name.equals(Suite.THREADS) && values.size() > 1;
            if (!multiplies || workload.mode() != Mode.SingleShotTime) {
              axes.replace(name, values);
            }
          });
      for (Map<String, String> values : combinations(axes, size(suite, overrides))) {
        points.add(new Point(workload, values, workload.isStage() ? ++stages : 0));
        for (String rate : workload.atRates() ? overrides.rates() : List.<String>of()) {
          Map<String, String> at = new LinkedHashMap<>(values);
          at.put("rate", Rate.canonical(rate));
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
      if (!name.equals(Suite.THREADS)
          && workloads.stream()
              .noneMatch(each -> Workloads.defaults(each.benchmark()).containsKey(name))) {
        throw new IllegalArgumentException(
            "none of the workloads %s has the parameter '%s'; choose others with --workloads (%s)"
                .formatted(
                    workloads.stream().map(Workload::name).toList(),
                    name,
                    Workloads.parameters().entrySet().stream()
                        .filter(each -> each.getValue().containsKey(name))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(", "))));
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
        WorkloadType type =
            Workloads.find(name)
                .orElseThrow(
                    () -> {
                      Set<String> valid = new LinkedHashSet<>();
                      suite.workloads().forEach(each -> valid.add(each.name()));
                      valid.addAll(Workloads.names());
                      return NearestName.unknown("workload", name, valid);
                    });
        chosen.add(
            new Workload(
                name,
                name,
                type.isSingleShot() ? Mode.SingleShotTime : Mode.Throughput,
                true,
                false,
                OptionalInt.empty(),
                Map.of(),
                Optional.empty(),
                false));
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

    int rounds(Rounds candidates) {
      // Response times of several rounds are merged; one round suffices.
      int most = workload.rounds().orElse(hasRate() && stage == 0 ? 1 : candidates.most());
      return Math.min(candidates.most(), most);
    }

    /** Times as asked; by default two cycles at least of what the engine does periodically. */
    private Cell.Timing timing(Cell.Timing all, Overrides.Times given, Duration writeCycle) {
      if (isShot()) {
        return Cell.Timing.SHOT;
      }
      if (given.measure() != null || given.total() != null) {
        return all;
      }
      long millis =
          workload
              .measure()
              .map(own -> Math.max(1, own.toMillis() / all.iterations()))
              .orElse(all.iterationMillis());
      long least = 2 * writeCycle.toMillis() / all.iterations();
      return new Cell.Timing(all.warmups(), all.iterations(), Math.max(millis, least));
    }

    Cell cell(
        Candidate candidate,
        Map<String, String> conditions,
        Overrides overrides,
        Cell.Timing timing,
        Rounds candidates) {
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
          all,
          timing(timing, overrides.times(), writeCycle).withP99(workload.p99()),
          candidates.from() + rounds(candidates),
          candidates.from());
    }
  }

  /** How long cells take, after warming up until they are steady. */
  private static Cell.Timing timing(
      Timing timing,
      Overrides.Times given,
      Collection<Rounds> candidates,
      int conditions,
      List<Point> points) {
    Duration warmUp = Objects.requireNonNullElse(given.warmUp(), timing.warmUp());
    Duration measure = Objects.requireNonNullElse(given.measure(), timing.measure());
    Duration total = given.total() == null ? timing.total().orElse(null) : given.total();
    if (total != null && given.measure() == null) {
      long forks = 0;
      long timed = 0;
      for (Rounds its : candidates) {
        for (Point point : points) {
          forks += (long) point.rounds(its) * conditions;
          timed += point.isShot() ? 0 : (long) point.rounds(its) * conditions;
        }
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
