package dev.storagebench.analysis.stats;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * What the intervals of rounds on several machines are worth, where a machine suits one contender
 * better than the other by chance. {@link #main} prints the table of the decision note.
 */
final class MachineSimulation {
  private static final long SEED = 20261122;

  private MachineSimulation() {}

  /**
   * The share of tables of equal contenders in which any is called slower.
   *
   * @param effect the standard deviation of the logarithm of what a machine is to a contender
   * @param byMachine whether the machine is the unit, or the round
   */
  static double falseAlarms(
      Noise noise, double effect, int machines, int roundsEach, boolean byMachine, int runs) {
    UniformRandomProvider random = Noise.random(SEED + machines);
    int alarms = 0;
    for (int i = 0; i < runs; i++) {
      List<Series> table = table(noise, effect, machines, roundsEach, byMachine, random);
      if (RelativeToBest.of(table).stream().anyMatch(each -> each.verdict() == Verdict.SLOWER)) {
        alarms++;
      }
    }
    return alarms / (double) runs;
  }

  private static List<Series> table(
      Noise noise,
      double effect,
      int machines,
      int roundsEach,
      boolean byMachine,
      UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    int contenders = noise.fork().size();
    int rounds = machines * roundsEach;
    Map<Integer, String> names = new HashMap<>();
    for (int r = 0; byMachine && r < rounds; r++) {
      names.put(r, "m" + r / roundsEach);
    }
    List<Series> table = new ArrayList<>();
    for (Series plain : Noise.series(noise.run(new double[contenders], rounds, random))) {
      SortedMap<Integer, Double> speeds = new TreeMap<>();
      double own = 0;
      for (int r = 0; r < rounds; r++) {
        own = r % roundsEach == 0 ? effect * normal.sample() : own;
        speeds.put(r, plain.speeds().get(r) * Math.exp(own));
      }
      table.add(new Series(plain.name(), speeds, names));
    }
    return table;
  }

  /** Prints the table: the number of runs as the argument. */
  public static void main(String[] arguments) {
    int runs = arguments.length == 0 ? 2000 : Integer.parseInt(arguments[0]);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(
        "false alarms in percent of tables, noise of a fork 0.06: contenders, effect of a machine, unit; machines x rounds each 2x3 3x1 3x4 4x3 8x2 12x1");
    int[][] shapes = {{2, 3}, {3, 1}, {3, 4}, {4, 3}, {8, 2}, {12, 1}};
    for (int contenders : new int[] {2, 4}) {
      for (double effect : new double[] {0, 0.03, 0.06}) {
        for (boolean byMachine : new boolean[] {true, false}) {
          StringBuilder line =
              new StringBuilder(
                  "%d, %.2f, %s:".formatted(contenders, effect, byMachine ? "machine" : "round"));
          for (int[] shape : shapes) {
            line.append(
                "%6.1f"
                    .formatted(
                        100
                            * falseAlarms(
                                Noise.equal(contenders, 0.06),
                                effect,
                                shape[0],
                                shape[1],
                                byMachine,
                                runs)));
          }
          out.println(line);
        }
      }
    }
  }
}
