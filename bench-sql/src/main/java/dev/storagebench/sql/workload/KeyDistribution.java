package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EnumNames;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;

/**
 * How rows are chosen: the distributions of sysbench 1.0 with its default parameters, over the ids
 * from 1 to n.
 *
 * @see <a href="https://github.com/akopytov/sysbench/blob/1.0.20/src/sb_rand.c">sb_rand.c</a>
 */
public enum KeyDistribution {
  /** All equally likely. */
  UNIFORM,

  /**
   * Three quarters on the middle hundredth ({@code rand-spec-pct=1}, {@code rand-spec-res=75}); the
   * others are means of {@code rand-spec-iter=12} uniform draws.
   */
  SPECIAL,

  /** Means of twelve uniform draws. */
  GAUSSIAN,

  /** Zipf's law with {@code rand-zipfian-exp=0.8}; the first row is the most popular. */
  ZIPFIAN,

  /** {@code rand-pareto-h=0.2}: four fifths on the first fifth. */
  PARETO;

  private static final int MEAN_OF = 12;
  private static final double PARETO_POWER = Math.log(0.2) / Math.log(1 - 0.2);

  /** Draws ids of a table. */
  LongSupplier over(long rows, UniformRandomProvider random) {
    return switch (this) {
      case UNIFORM -> () -> 1 + random.nextLong(rows);
      case SPECIAL -> () -> special(rows, random);
      case GAUSSIAN -> () -> mean(rows, random);
      case ZIPFIAN -> RejectionInversionZipfSampler.of(random, Math.toIntExact(rows), 0.8)::sample;
      case PARETO -> () -> 1 + (long) (rows * Math.pow(random.nextDouble(), PARETO_POWER));
    };
  }

  private static long special(long rows, UniformRandomProvider random) {
    long middle = Math.max(1, rows / 100);
    long first = rows / 2 - rows / 200;
    long drawn = random.nextLong(Math.multiplyExact(4, rows));
    return drawn < rows ? mean(rows, random) : 1 + first + drawn % middle;
  }

  private static long mean(long rows, UniformRandomProvider random) {
    long sum = 0;
    for (int i = 0; i < MEAN_OF; i++) {
      sum += 1 + random.nextLong(rows);
    }
    return sum / MEAN_OF;
  }

  /**
   * The distribution of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static KeyDistribution parse(String name) {
    return EnumNames.parse(KeyDistribution.class, "distribution", name);
  }
}
