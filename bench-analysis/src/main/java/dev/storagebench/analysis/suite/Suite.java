package dev.storagebench.analysis.suite;

import dev.storagebench.core.engine.Candidate;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * A comparison as a suite file says it: candidates × conditions × workloads, how long, and in which
 * views.
 *
 * @param info name, texts and views, which the run keeps
 * @param contenders by label, the candidates unless the command line names others; empty for all
 *     embedded engines
 * @param others the reason why engines that are no candidates are left out; empty to not mention
 *     them
 * @param scale the size of generated data
 * @param conditions requested of all candidates alike, by the parameter's name and {@code threads};
 *     one with several values is an axis
 */
public record Suite(
    SuiteInfo info,
    Map<String, Contender> contenders,
    String others,
    Scale scale,
    Map<String, List<String>> conditions,
    List<Workload> workloads,
    Timing timing) {

  /** The condition that is not a JMH parameter: the number of threads on a store. */
  public static final String THREADS = "threads";

  public Suite {
    contenders = Collections.unmodifiableMap(new LinkedHashMap<>(contenders));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    workloads = List.copyOf(workloads);
  }

  /** A candidate, with what the suite says of the one of its label. */
  Contender contender(Candidate candidate) {
    Contender own = contenders.get(candidate.label());
    return own == null
        ? new Contender(candidate, false, false, Rounds.ALL, null)
        : own.with(candidate, own.rounds);
  }

  /**
   * A candidate.
   *
   * @param optional whether it is measured only where it is available
   * @param nearest whether it is measured with the nearest settings that it supports, unless the
   *     command line says otherwise
   * @param workloads the names of its workloads, unless the command line names candidates; null if
   *     it takes part in all
   */
  public record Contender(
      Candidate candidate,
      boolean optional,
      boolean nearest,
      Rounds rounds,
      @Nullable List<String> workloads) {
    Contender with(Candidate other, Rounds its) {
      return new Contender(other, optional, nearest, its, workloads);
    }

    boolean hasWorkload(Workload workload) {
      return workloads == null || workloads.contains(workload.name());
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
   * @param rounds the maximum number of rounds unless the command line has one; 0 for all, or for
   *     one if it has a rate
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
      int rounds,
      Map<String, List<String>> parameters,
      Optional<Duration> measure,
      boolean isStage) {
    public Workload {
      parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
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
