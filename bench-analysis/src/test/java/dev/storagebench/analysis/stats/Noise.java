package dev.storagebench.analysis.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Invented runs with a known truth: what a round does to all, what a fork is by chance, and what
 * its iterations are.
 *
 * @param round the standard deviation of the logarithm of what hits a whole round
 * @param fork that of a fork, for each contender
 * @param iteration that of an iteration
 * @param tail how likely a fork is hit by something four times as large
 * @param store that of a loaded store; the rounds take two of them in turn
 */
record Noise(double round, List<Double> fork, double iteration, double tail, double store) {
  private static final int ITERATIONS = 3;
  private static final double HIT = 4;
  private static final int STORES = 2;

  static Noise equal(int contenders, double fork) {
    return new Noise(2 * fork, Collections.nCopies(contenders, fork), fork, 0, 0);
  }

  /** From a fifth of the given noise to four times of it. */
  static Noise mixed(int contenders, double fork) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < contenders; i++) {
      all.add(fork / 5 * Math.pow(20, i / (double) Math.max(1, contenders - 1)));
    }
    return new Noise(2 * fork, all, fork, 0, 0);
  }

  Noise withTail(double probability) {
    return new Noise(round, fork, iteration, probability, store);
  }

  Noise withStores(double deviation) {
    return new Noise(round, fork, iteration, tail, deviation);
  }

  /**
   * A run's iterations: contender, round, iteration.
   *
   * @param logSpeeds the truth, of each contender
   */
  double[][][] run(double[] logSpeeds, int rounds, UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][][] run = new double[logSpeeds.length][rounds][ITERATIONS];
    double[][] stores = new double[logSpeeds.length][STORES];
    if (store > 0) {
      for (double[] each : stores) {
        Arrays.setAll(each, i -> store * normal.sample());
      }
    }
    for (int r = 0; r < rounds; r++) {
      double common = round * normal.sample();
      for (int c = 0; c < logSpeeds.length; c++) {
        double hit = random.nextDouble() < tail ? HIT : 1;
        double own =
            logSpeeds[c] + common + stores[c][r % STORES] + fork.get(c) * hit * normal.sample();
        for (int i = 0; i < ITERATIONS; i++) {
          run[c][r][i] = Math.exp(own + iteration * normal.sample());
        }
      }
    }
    return run;
  }

  static List<Series> series(double[][][] run) {
    List<Series> all = new ArrayList<>();
    for (int c = 0; c < run.length; c++) {
      SortedMap<Integer, Double> rounds = new TreeMap<>();
      for (int r = 0; r < run[c].length; r++) {
        rounds.put(r, Series.mean(run[c][r]));
      }
      all.add(new Series("c" + c, rounds));
    }
    return all;
  }

  static UniformRandomProvider random(long seed) {
    return new SplitMix64(seed);
  }
}
