package dev.storagebench.core.cell;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.openloop.Rate;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.datasets.packed.PackedSummary;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;

/**
 * One point of a run's grid: a benchmark with all its parameters. It is measured once in each of
 * its rounds, each time in a fork of its own.
 *
 * @param benchmark the benchmark's simple name, for example {@code PointRead}
 * @param mode throughput, sampled service time or a single shot; with a rate, response times are
 *     taken beside the throughput
 * @param threads how many threads work on the store
 * @param parameters all that is asked for, the candidate among it
 * @param rounds the round before which it ends, so that of a cell that takes part from the
 *     beginning it is the maximum number of its rounds
 * @param from its first round, from 0
 */
public record Cell(
    String benchmark,
    Mode mode,
    int threads,
    Parameters parameters,
    Timing timing,
    int rounds,
    int from) {
  /**
   * The parameter that only a stage of a chain has: its number from 1 and its name, {@code 2 read}.
   * No benchmark knows it.
   */
  public static final String STAGE = "stage";

  /** The maximum number of threads. */
  public static final int MAX_THREADS = 4096;

  private static final String SERVICE_TIME = " service time";
  // 30 days.
  private static final long MAX_MILLIS = 2_592_000_000L;

  /**
   * How long a cell warms up and measures.
   *
   * @param warmups iterations that do not count
   * @param iterations iterations that count
   * @param iterationMillis the length of each; a single shot takes as long as it takes
   * @param p99 whether the times of some operations are compared beside the throughput
   */
  public record Timing(int warmups, int iterations, long iterationMillis, boolean p99) {
    /** One shot, without warm-up. */
    public static final Timing SHOT = new Timing(0, 1, 0);

    /** Without times of operations. */
    public Timing(int warmups, int iterations, long iterationMillis) {
      this(warmups, iterations, iterationMillis, false);
    }

    /** With the times of operations, or without. */
    public Timing withP99(boolean wanted) {
      return new Timing(warmups, iterations, iterationMillis, wanted);
    }

    public Timing {
      Cell.require("warm-up iterations", warmups, 0, MAX_MILLIS);
      Cell.require("iterations", iterations, 1, 10_000);
      Cell.require("milliseconds of an iteration", iterationMillis, 0, MAX_MILLIS);
    }
  }

  public Cell {
    require("threads", threads, 1, MAX_THREADS);
    // More than the plan has are none.
    require("rounds", rounds, 0, Integer.MAX_VALUE);
    require("first round", from, 0, rounds);
  }

  /** The values may be those of a run from elsewhere. */
  public static void require(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "invalid number of %s '%d' (expected %d to %d)".formatted(name, value, min, max));
    }
  }

  /**
   * Checks the benchmark and its parameters as those of a suite.
   *
   * @throws IllegalArgumentException if one is unknown or has a wrong value
   */
  public void requireValid() {
    WorkloadType known = Workloads.named(benchmark);
    Set<String> valid = Workloads.defaults(benchmark).keySet();
    parameters.texts().keySet().stream()
        .filter(name -> !name.equals(STAGE))
        .forEach(name -> NearestName.require("parameter of " + benchmark, name, valid));
    known.validate(parameters);
    parameters.requirePossible(0);
  }

  /** Copy for another candidate. */
  public Cell of(Candidate other) {
    Parameters all = parameters.with(Parameter.ENGINE.key(), other.toString());
    return new Cell(benchmark, mode, threads, all, timing, rounds, from);
  }

  /** Copy with another number of rounds; none to compare what is measured. */
  public Cell withRounds(int others) {
    return new Cell(benchmark, mode, threads, parameters, timing, others, Math.min(from, others));
  }

  /**
   * All that was asked, by which cells are compared: the parameters less the candidate and {@code
   * nearest}, which only says how a candidate may answer.
   */
  public Map<String, String> asked() {
    // What a result of an earlier version does not name had its default.
    Map<String, String> asked = Workloads.defaults(benchmark);
    asked.putAll(parameters.texts());
    asked.keySet().removeAll(Set.of(Parameter.ENGINE.key(), Parameter.NEAREST.key()));
    return asked;
  }

  /** Whether it is measured in a round. */
  public boolean isIn(int round) {
    return from <= round && round < rounds;
  }

  /** The candidate. */
  public Candidate candidate() {
    return parameters.candidate();
  }

  /** The candidate's label, by which results name it. */
  public String label() {
    return candidate().label();
  }

  /**
   * The workload's label in all outputs: that of its stage or the benchmark's own, and the kind of
   * time where it is not a throughput.
   */
  public String workload() {
    String label =
        stage().orElseGet(() -> type().map(each -> each.label(parameters)).orElse(benchmark));
    return rate()
        .map(rate -> "%s response time at %s".formatted(label, rate.label(" " + unit())))
        .orElse(mode == Mode.SampleTime ? label + SERVICE_TIME : label);
  }

  /** Its number and name in a chain, whose cells work on one store one after another. */
  public Optional<String> stage() {
    return Optional.ofNullable(parameters.texts().get(STAGE));
  }

  /** The seeds of its operations in a round, from 0. */
  public Seeds seeds(int round) {
    return new Seeds(parameters.get(Parameter.SEED), round, stageNumber());
  }

  private int stageNumber() {
    return stage().map(each -> Integer.parseInt(each.replaceAll("\\D.*", ""))).orElse(0);
  }

  /** Whether it is a later stage of the chain that the other is one of, if the plan has it next. */
  public boolean follows(Cell other) {
    return other.stageNumber() > 0
        && stageNumber() > other.stageNumber()
        && candidate().equals(other.candidate());
  }

  /** Whether it changes stored records; one of an unknown workload may. */
  public boolean writes() {
    return type().map(each -> each.writes(parameters)).orElse(true);
  }

  /** The share of its operations that read one record; see {@link WorkloadType#readPercent}. */
  public Optional<Integer> readPercent() {
    return type().flatMap(each -> each.readPercent(parameters));
  }

  /** See {@link WorkloadType#recordsWritten}. */
  public double recordsWritten() {
    return type().map(each -> each.recordsWritten(parameters)).orElse(0.0);
  }

  /** See {@link WorkloadType#minWriteRate}. */
  public double minWriteRate() {
    return type().map(each -> each.minWriteRate(parameters)).orElse(0.0);
  }

  /** See {@link WorkloadType#initialState}. */
  public InitialState initialState() {
    return Workloads.named(benchmark).initialState(parameters);
  }

  /** See {@link WorkloadType#takesTurns}. */
  public boolean takesTurns() {
    return Workloads.named(benchmark).takesTurns(parameters);
  }

  /** The unit of its throughput, for example {@code op/s}. */
  public String unit() {
    return type().map(WorkloadType::unit).orElse("op/s");
  }

  /** The operations of a single shot; see {@link WorkloadType#operations}. */
  public long operations(PackedSummary data) {
    return type().map(each -> each.operations(parameters, data)).orElse(data.records());
  }

  private Optional<WorkloadType> type() {
    return Workloads.find(benchmark);
  }

  /**
   * Its value in a dimension of views: {@code candidate}, {@code engine}, {@code workload}, {@code
   * benchmark}, {@code mode}, {@code threads} or a parameter; {@code none} for one that it lacks.
   */
  public String value(String dimension) {
    return switch (dimension) {
      case "candidate" -> label();
      case "engine" -> candidate().engine();
      case "workload" -> workload();
      case "benchmark" -> benchmark;
      case "mode" ->
          mode == Mode.SampleTime
              ? "service-time"
              : mode == Mode.SingleShotTime ? "single-shot" : "throughput";
      case "threads" -> Integer.toString(threads);
      default -> parameters.texts().getOrDefault(dimension, "none");
    };
  }

  /** How long it is to warm up and measure at most; a single shot takes as long as it takes. */
  public Duration plannedTime() {
    return Duration.ofMillis((timing.warmups + timing.iterations) * timing.iterationMillis)
        .plus(steadyWithin());
  }

  /** How long it warms up at most until it is steady; zero if it does not. */
  public Duration steadyWithin() {
    return parameters.has(Parameter.STEADY_WITHIN) ? get(Parameter.STEADY_WITHIN) : Duration.ZERO;
  }

  /** The value of a parameter. */
  public <T> T get(Parameter<T> parameter) {
    return parameters.get(parameter);
  }

  /** The rate at which operations arrive; empty for a closed loop. */
  public Optional<Rate> rate() {
    return get(Parameter.RATE);
  }

  /** How many processes measure it together, each with its threads. */
  public int clients() {
    return get(Parameter.CLIENTS);
  }

  /** Whether it does its work once and takes as long as that takes. */
  public boolean isSingleShot() {
    return mode == Mode.SingleShotTime;
  }

  /** Whether its figure is a throughput: as much as engine and threads can. */
  public boolean measuresThroughput() {
    return mode == Mode.Throughput && rate().isEmpty();
  }

  /** Benchmark, mode, threads and parameters in one line. */
  @Override
  public String toString() {
    return "%s %s, %d threads, %s"
        .formatted(
            benchmark,
            mode.shortLabel().toLowerCase(Locale.ROOT),
            threads,
            parameters.texts().entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(", ")));
  }
}
