package dev.storagebench.analysis.stats;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What the intervals are worth, by runs with a known truth. {@link #main} prints the tables of the
 * decision note; the tests check a part of them.
 */
final class Simulation {
  private static final long SEED = 20261121;

  private Simulation() {}

  /** The share of tables of equal contenders in which any is called slower. */
  static double falseAlarms(Noise noise, int rounds, int runs) {
    UniformRandomProvider random = Noise.random(SEED + rounds);
    int alarms = 0;
    for (int i = 0; i < runs; i++) {
      List<Series> table = Noise.series(noise.run(new double[noise.fork().size()], rounds, random));
      if (RelativeToBest.of(table).stream().anyMatch(each -> each.verdict() == Verdict.SLOWER)) {
        alarms++;
      }
    }
    return alarms / (double) runs;
  }

  /** The same of two contenders by the bootstrap. */
  static double falseAlarmsOfBootstrap(Noise noise, int rounds, int runs) {
    UniformRandomProvider random = Noise.random(SEED + rounds);
    int alarms = 0;
    for (int i = 0; i < runs; i++) {
      double[][][] run = noise.run(new double[2], rounds, random);
      if (HierarchicalBootstrap.showsDifference(run[0], run[1], random)) {
        alarms++;
      }
    }
    return alarms / (double) runs;
  }

  /** The share of runs of two contenders in which the slower one is called so. */
  static double found(Noise noise, double difference, int rounds, int runs) {
    UniformRandomProvider random = Noise.random(SEED + rounds);
    double[] truth = new double[noise.fork().size()];
    truth[1] = Math.log1p(-difference);
    int found = 0;
    for (int i = 0; i < runs; i++) {
      if (RelativeToBest.of(Noise.series(noise.run(truth, rounds, random))).stream()
          .anyMatch(each -> each.name().equals("c1") && each.verdict() == Verdict.SLOWER)) {
        found++;
      }
    }
    return found / (double) runs;
  }

  /** False alarms, and the mean number of rounds, of runs that stop when the interval is narrow. */
  static double[] stopped(Noise noise, double precision, int least, int most, int runs) {
    UniformRandomProvider random = Noise.random(SEED);
    int alarms = 0;
    long rounds = 0;
    for (int i = 0; i < runs; i++) {
      double[][][] run = noise.run(new double[noise.fork().size()], most, random);
      List<Ratio> table = List.of();
      int n = least;
      for (; n <= most; n++) {
        double[][][] until = new double[run.length][][];
        for (int c = 0; c < run.length; c++) {
          until[c] = Arrays.copyOf(run[c], n);
        }
        table = RelativeToBest.of(Noise.series(until));
        if (Precision.reached(table, precision)) {
          break;
        }
      }
      rounds += Math.min(n, most);
      if (table.stream().anyMatch(each -> each.verdict() == Verdict.SLOWER)) {
        alarms++;
      }
    }
    return new double[] {alarms / (double) runs, rounds / (double) runs};
  }

  /** Prints all tables: the noise of a fork as the argument, for example 0.03. */
  public static void main(String[] arguments) {
    double fork = arguments.length == 0 ? 0.03 : Double.parseDouble(arguments[0]);
    int runs = arguments.length < 2 ? 10_000 : Integer.parseInt(arguments[1]);
    int[] rounds = {2, 3, 5, 10, 20};
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.printf("noise of a fork %.3f, %d runs each%n", fork, runs);
    out.println("false alarms in percent of tables: contenders, noise, rounds 2 3 5 10 20");
    for (int contenders : new int[] {2, 3, 5, 10}) {
      line(
          out,
          contenders + " equal",
          rounds,
          n -> falseAlarms(Noise.equal(contenders, fork), n, runs));
      line(
          out,
          contenders + " mixed",
          rounds,
          n -> falseAlarms(Noise.mixed(contenders, fork), n, runs));
      line(
          out,
          contenders + " equal, one fork in ten hit",
          rounds,
          n -> falseAlarms(Noise.equal(contenders, fork).withTail(0.1), n, runs));
    }
    line(
        out,
        "2 equal, hierarchical percentile bootstrap",
        rounds,
        n -> falseAlarmsOfBootstrap(Noise.equal(2, fork), n, runs / 5));
    out.println(
        "a difference of 0.03 found, in percent of runs of two contenders: rounds 3 5 10 15 20 25 30 40");
    for (double noise : new double[] {0.005, 0.01, 0.02, 0.03, fork}) {
      line(
          out,
          "fork " + noise,
          new int[] {3, 5, 10, 15, 20, 25, 30, 40},
          n -> found(Noise.equal(2, noise), 0.03, n, runs / 2));
    }
    out.println(
        "stopped at 0.03, 100 rounds at most: least rounds, false alarms in percent, mean rounds");
    for (int contenders : new int[] {2, 5}) {
      for (double noise : new double[] {0.01, 0.03}) {
        for (int least : new int[] {3, 5, 8, 10}) {
          double[] stopped = stopped(Noise.equal(contenders, noise), 0.03, least, 100, runs / 5);
          out.printf(
              "%d contenders, fork %.3f, least %d: %.1f, %.1f%n",
              contenders, noise, least, 100 * stopped[0], stopped[1]);
        }
      }
    }
  }

  private interface Share {
    double of(int rounds);
  }

  private static void line(PrintStream out, String name, int[] rounds, Share share) {
    StringBuilder line = new StringBuilder(name).append(':');
    for (int n : rounds) {
      line.append("%6.1f".formatted(100 * share.of(n)));
    }
    out.println(line);
  }
}
