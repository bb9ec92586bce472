package dev.storagebench.analysis.stats;

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
 * What the default run is worth: its workloads with as much noise as its runs had on two virtual
 * cores, on two loaded stores. {@link #main} prints the table of the decision note.
 *
 * @param workloads by name
 * @param rounds of the run
 */
record QuickSimulation(Map<String, Workload> workloads, int rounds) {
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

  /**
   * The tables of many runs.
   *
   * @param any the share of tables that call any contender slower
   * @param each the share of contenders, the best aside, that are called slower
   */
  record Called(double any, double each) {
    private Called plus(List<Ratio> table, int runs) {
      List<Ratio> others = table.stream().filter(ratio -> !ratio.isBest()).toList();
      double slower = others.stream().filter(ratio -> ratio.verdict() == Verdict.SLOWER).count();
      return new Called(any + (slower > 0 ? 1.0 / runs : 0), each + slower / others.size() / runs);
    }
  }

  /** The default run at a multiple of the noise measured. */
  static QuickSimulation at(double multiple, int rounds) {
    Map<String, Workload> all = new LinkedHashMap<>();
    all.put("reads", new Workload(4, multiple * 0.06));
    all.put("p50", new Workload(4, multiple * 0.06));
    all.put("p99", new Workload(4, multiple * 0.15));
    all.put("mix", new Workload(3, multiple * 0.10));
    all.put("writes", new Workload(3, multiple * 0.12));
    all.put("loads", new Workload(4, multiple * 0.12));
    return new QuickSimulation(all, rounds);
  }

  /**
   * Who is called slower, by workload.
   *
   * @param ratio by which all other contenders are slower than the first; 1 for equal ones
   */
  Map<String, Called> calledSlower(double ratio, int runs) {
    UniformRandomProvider random = Noise.random(SEED + rounds);
    Map<String, Called> called = new LinkedHashMap<>();
    workloads.keySet().forEach(name -> called.put(name, new Called(0, 0)));
    for (int i = 0; i < runs; i++) {
      List<RelativeToBest.Table> run = new ArrayList<>();
      for (Workload each : workloads.values()) {
        double[] truth = new double[each.contenders];
        for (int c = 1; c < truth.length; c++) {
          truth[c] = -Math.log(ratio);
        }
        List<Double> forks = Collections.nCopies(each.contenders, each.fork);
        // Loads of the same records differed by less than their forks.
        Noise noise = new Noise(each.fork, forks, 0, TAIL, each.fork / 4);
        run.add(
            new RelativeToBest.Table(
                Noise.series(noise.run(truth, rounds, random)), Set.of(), null));
      }
      List<List<Ratio>> tables = RelativeToBest.ofRun(run);
      int table = 0;
      for (String name : workloads.keySet()) {
        List<Ratio> ratios = tables.get(table++);
        called.computeIfPresent(name, (n, before) -> before.plus(ratios, runs));
      }
    }
    return called;
  }

  /** Prints false alarms, and how many differences are found, at several multiples of the noise. */
  public static void main(String[] arguments) {
    int runs = arguments.length == 0 ? 4000 : Integer.parseInt(arguments[0]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (double multiple : new double[] {0.5, 1, 1.5, 2}) {
      for (int rounds : new int[] {3, 6, 8}) {
        StringBuilder line =
            new StringBuilder("%.1f x noise, %d rounds:".formatted(multiple, rounds));
        Map<String, Called> equal = at(multiple, rounds).calledSlower(1, runs);
        Map<String, Called> slower = at(multiple, rounds).calledSlower(Ratio.DIFFERENCE, runs);
        equal.forEach(
            (name, called) ->
                line.append(
                    "  %s %.1f / %.1f"
                        .formatted(name, 100 * called.any, 100 * slower.get(name).each)));
        out.println(line);
      }
    }
  }
}
