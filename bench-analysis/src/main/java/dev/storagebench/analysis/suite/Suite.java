package dev.storagebench.analysis.suite;

import dev.storagebench.core.engine.Candidate;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.openjdk.jmh.annotations.Mode;

/**
 * A comparison as a suite file says it: candidates × conditions × workloads, how long, and in which
 * views.
 *
 * @param info name, texts and views, which the run keeps
 * @param contenders the candidates unless the command line names others
 * @param scale the size of generated data
 * @param conditions requested of all candidates alike, by the parameter's name and {@code threads};
 *     one with several values is an axis
 */
public record Suite(
    SuiteInfo info,
    Contenders contenders,
    Scale scale,
    Map<String, List<String>> conditions,
    List<Workload> workloads,
    Timing timing) {

  /** The condition that is not a JMH parameter: the number of threads on a store. */
  public static final String THREADS = "threads";

  public Suite {
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    workloads = List.copyOf(workloads);
  }

  /**
   * The candidates.
   *
   * @param listed by candidate; empty for all embedded engines
   * @param optional labels of those measured only where they are available
   * @param nearest labels of those measured with the nearest settings that they support, unless the
   *     command line says otherwise
   * @param rounds of those that do not take part in all, by label
   * @param workloads of those that do not take part in all, by label, unless the command line names
   *     candidates
   * @param others the reason why unlisted engines are left out; empty to not mention them
   */
  public record Contenders(
      List<Candidate> listed,
      List<String> optional,
      List<String> nearest,
      Map<String, Rounds> rounds,
      Map<String, List<String>> workloads,
      String others) {
    public Contenders {
      listed = List.copyOf(listed);
      optional = List.copyOf(optional);
      nearest = List.copyOf(nearest);
      rounds = Map.copyOf(rounds);
      workloads = Map.copyOf(workloads);
    }

    boolean hasWorkload(Candidate candidate, Workload workload) {
      List<String> own = workloads.get(candidate.label());
      return own == null || own.contains(workload.name());
    }

    Rounds rounds(Candidate candidate) {
      return rounds.getOrDefault(candidate.label(), Rounds.ALL);
    }
  }

  /**
   * The rounds that a candidate takes part in.
   *
   * @param from the first one, from 0
   * @param most how many at most
   */
  public record Rounds(int from, int most) {
    static final Rounds ALL = new Rounds(0, Integer.MAX_VALUE);
  }

  /**
   * The size of generated data: {@code {records}} in a data set's name is replaced by the factor
   * times the records.
   *
   * @param factor where the command line names no other
   * @param records at a factor of 1
   */
  public record Scale(double factor, long records) {}

  /**
   * A benchmark with its parameters.
   *
   * @param name by which the command line selects it
   * @param atRates whether it is also measured at the rates that the command line asks for
   * @param p99 whether service times are compared as well
   * @param rounds the maximum number of rounds unless the command line has one; empty for all
   * @param parameters its own values of parameters and threads; one with several values makes as
   *     many workloads. Its own value of a condition stands, whatever the command line says.
   * @param measure how long it is measured; empty for as long as the others
   * @param isStage whether it is a stage of the suite's chain: it works on the store that the one
   *     before it has left
   */
  public record Workload(
      String name,
      String benchmark,
      Mode mode,
      boolean atRates,
      boolean p99,
      OptionalInt rounds,
      Map<String, List<String>> parameters,
      Optional<Duration> measure,
      boolean isStage) {
    public Workload {
      parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** With as many rounds as the others; one with a rate needs only one, unless it has its own. */
    Workload inAllRounds() {
      OptionalInt all = rounds.isPresent() ? OptionalInt.of(Integer.MAX_VALUE) : rounds;
      return new Workload(name, benchmark, mode, atRates, p99, all, parameters, measure, isStage);
    }
  }

  /**
   * How long a cell takes in each round.
   *
   * @param iterations into how many iterations the measuring is cut
   * @param warmUp JMH's, after the one until the throughput no longer rises
   * @param total about how long the whole run takes, from which the times of the cells follow;
   *     empty for the times above
   * @param stores how many loaded stores the rounds take in turn
   * @param control whether the first candidate takes turns with itself, too
   */
  public record Timing(
      int rounds,
      int iterations,
      Duration warmUp,
      Duration measure,
      Optional<Duration> total,
      int stores,
      boolean control) {}
}
