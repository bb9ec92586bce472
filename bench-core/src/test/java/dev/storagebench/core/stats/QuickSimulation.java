package dev.storagebench.core.stats;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What the default run is worth: its workloads with as much noise as real runs of it had, six
 * rounds on two loaded stores. {@link #main} prints the table of the decision note.
 *
 * @param tables the workloads by name
 * @param rounds of the run
 */
record QuickSimulation(Map<String, Workload> tables, int rounds) {
  private static final long SEED = 20261122;
  // One fork in thirty was hit by something else on the machine.
  private static final double TAIL = 0.03;

  /**
   * A workload.
   *
   * @param contenders how many take part
   * @param fork the standard deviation of the logarithm of a fork's figure
   */
  record Workload(int contenders, double fork) {}

  /** The default run at a multiple of the noise measured. */
  static QuickSimulation at(double multiple, int rounds) {
    Map<String, Workload> tables = new LinkedHashMap<>();
    tables.put("reads", new Workload(4, multiple * 0.08));
    tables.put("read p50", new Workload(4, multiple * 0.08));
    tables.put("read p99", new Workload(4, multiple * 0.20));
    tables.put("mix 95", new Workload(3, multiple * 0.12));
    tables.put("writes", new Workload(3, multiple * 0.15));
    tables.put("loads", new Workload(4, multiple * 0.15));
    return new QuickSimulation(tables, rounds);
  }

  /**
   * The share of runs in which a table calls any contender slower, by workload.
   *
   * @param ratio by which all other contenders are slower than the first; 1 for equal ones
   * @param all whether all of a table must be called slower
   */
  Map<String, Double> calledSlower(double ratio, boolean all, int runs) {
    UniformRandomProvider random = Noise.random(SEED + rounds);
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < runs; i++) {
      List<RelativeToBest.Table> run = new ArrayList<>();
      for (Workload each : tables.values()) {
        double[] truth = new double[each.contenders];
        for (int c = 1; c < truth.length; c++) {
          truth[c] = -Math.log(ratio);
        }
        Noise noise =
            new Noise(
                each.fork, Collections.nCopies(each.contenders, each.fork), 0, TAIL, each.fork / 2);
        run.add(
            new RelativeToBest.Table(
                Noise.series(noise.run(truth, rounds, random)), Set.of(), null));
      }
      List<List<Ratio>> results = RelativeToBest.ofRun(run);
      int table = 0;
      for (String name : tables.keySet()) {
        List<Ratio> others = results.get(table++).stream().filter(each -> !each.isBest()).toList();
        boolean called =
            all
                ? others.stream().allMatch(each -> each.verdict() == Verdict.SLOWER)
                : others.stream().anyMatch(each -> each.verdict() == Verdict.SLOWER);
        shares.merge(name, called ? 1.0 / runs : 0, Double::sum);
      }
    }
    return shares;
  }

  /** Prints false alarms and power at several multiples of the noise. */
  public static void main(String[] arguments) {
    int runs = arguments.length == 0 ? 4000 : Integer.parseInt(arguments[0]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (double multiple : new double[] {0.5, 1, 1.5}) {
      for (int rounds : new int[] {3, 6, 8}) {
        QuickSimulation quick = at(multiple, rounds);
        out.printf(
            "%.1f x noise, %d rounds: false alarms %s, all of 1.5x found %s%n",
            multiple,
            rounds,
            percent(quick.calledSlower(1, false, runs)),
            percent(quick.calledSlower(Ratio.DIFFERENCE, true, runs)));
      }
    }
  }

  private static String percent(Map<String, Double> shares) {
    StringBuilder text = new StringBuilder();
    shares.forEach((name, share) -> text.append(" %s %.1f".formatted(name, 100 * share)));
    return text.toString();
  }
}
