package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.NearestName;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * How rows are chosen: the distributions of sysbench 1.0 with its default parameters, over the ids
 * from 1 to n.
 *
 * @see <a href="https://github.com/akopytov/sysbench/blob/1.0.20/src/sb_rand.c">sb_rand.c</a>
 */
public enum KeyDistribution {
  /** All alike. */
  UNIFORM {
    @Override
    Chooser over(long rows, UniformRandomProvider random) {
      return () -> 1 + random.nextLong(rows);
    }
  },

  /**
   * Three quarters on the middle hundredth ({@code rand-spec-pct=1}, {@code rand-spec-res=75}); the
   * others are means of {@code rand-spec-iter=12} uniform draws.
   */
  SPECIAL {
    @Override
    Chooser over(long rows, UniformRandomProvider random) {
      return () -> special(rows, random);
    }
  },

  /** Means of twelve uniform draws. */
  GAUSSIAN {
    @Override
    Chooser over(long rows, UniformRandomProvider random) {
      return () -> mean(rows, random);
    }
  },

  /** Zipf's law with {@code rand-zipfian-exp=0.8}; the first row is the most popular. */
  ZIPFIAN {
    @Override
    Chooser over(long rows, UniformRandomProvider random) {
      SharedStateDiscreteSampler ranks =
          RejectionInversionZipfSampler.of(random, Math.toIntExact(rows), 0.8);
      return ranks::sample;
    }
  },

  /** {@code rand-pareto-h=0.2}: four fifths on the first fifth. */
  PARETO {
    @Override
    Chooser over(long rows, UniformRandomProvider random) {
      double power = Math.log(0.2) / Math.log(1 - 0.2);
      return () -> 1 + (long) (rows * Math.pow(random.nextDouble(), power));
    }
  };

  private static final int MEAN_OF = 12;

  /** Draws once from {@link #SPECIAL}. */
  static long special(long rows, UniformRandomProvider random) {
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

  /** Draws a row's id. */
  interface Chooser {
    long next();
  }

  abstract Chooser over(long rows, UniformRandomProvider random);

  /**
   * The distribution of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static KeyDistribution parse(String name) {
    for (KeyDistribution choice : values()) {
      if (choice.name().equalsIgnoreCase(name)) {
        return choice;
      }
    }
    throw NearestName.unknown(
        "distribution of rows",
        name,
        Arrays.stream(values()).map(choice -> choice.name().toLowerCase(Locale.ROOT)).toList());
  }
}
