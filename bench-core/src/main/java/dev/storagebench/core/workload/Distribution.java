package dev.storagebench.core.workload;

import dev.storagebench.core.engine.EnumNames;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/** How operations choose their keys. */
public enum Distribution {
  /** All records with the same probability. */
  UNIFORM,
  /** Zipf with exponent 0.99 over a scattered order of the records. */
  ZIPFIAN,
  /** Zipf with exponent 0.99, the last record of the data set being the most popular. */
  LATEST,
  /** sysbench's default: three quarters of the operations on the middle hundredth. */
  SPECIAL,
  /** All records in their order, round and round; each thread begins at its own one. */
  SEQUENTIAL;

  private static final int SPECIAL_ITERATIONS = 12;
  private static final int SPECIAL_SPREAD = 100 / (100 - 75);

  /**
   * The distribution of this name, in any case.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static Distribution parse(String name) {
    return EnumNames.parse(Distribution.class, "distribution", name);
  }

  /** Chooses the records of a thread's operations. */
  @FunctionalInterface
  interface KeyChooser {

    /** A record's index, from 0 to the number of records less one. */
    int next(UniformRandomProvider random);
  }

  /**
   * A JVM that measures loads one implementation only.
   *
   * @param first where a sequence begins
   */
  KeyChooser chooser(int records, int first) {
    return switch (this) {
      case UNIFORM -> random -> random.nextInt(records);
      // Popular records lie far apart.
      case ZIPFIAN -> new Zipfian(records, Math.max(1, Zipfian.SCATTER % records), records / 2);
      // The last record is the most popular one.
      case LATEST -> new Zipfian(records, records - 1L, records);
      case SPECIAL -> random -> special(records, random);
      case SEQUENTIAL -> {
        int[] last = {first - 1};
        yield random -> last[0] = last[0] + 1 < records ? last[0] + 1 : 0;
      }
    };
  }

  /**
   * sysbench 1.0's {@code special} distribution with its default parameters: of all operations,
   * {@code rand-spec-res} = 75 % fall evenly on the {@code rand-spec-pct} = 1 % of the records in
   * the middle; the others are the mean of {@code rand-spec-iter} = 12 uniform draws over all.
   *
   * @see <a href="https://github.com/akopytov/sysbench">sysbench, sb_rand.c</a>
   */
  private static int special(int records, UniformRandomProvider random) {
    long drawn = random.nextLong((long) records * SPECIAL_SPREAD);
    if (drawn < records) {
      long sum = 0;
      for (int i = 0; i < SPECIAL_ITERATIONS; i++) {
        sum += random.nextInt(records);
      }
      return (int) (sum / SPECIAL_ITERATIONS);
    }
    int middle = Math.max(1, records / 100);
    return (int) (drawn % middle) + records / 2 - records / 200;
  }

  /**
   * Zipf's law by rejection-inversion (Hörmann and Derflinger, 1996), with the exponent that YCSB
   * made the usual one. A rank's record is {@code (offset + rank * step) mod records}.
   */
  private static final class Zipfian implements KeyChooser {
    private static final double EXPONENT = 0.99;
    // A large prime: it shares no factor with the number of records unless it divides it.
    private static final long SCATTER = 2_654_435_761L;

    private final int records;
    private final long step;
    private final long offset;
    private UniformRandomProvider source;
    private SharedStateDiscreteSampler ranks;

    private Zipfian(int records, long step, long offset) {
      this.records = records;
      this.step = step;
      this.offset = offset;
      this.source = () -> 0;
      this.ranks = RejectionInversionZipfSampler.of(source, records, EXPONENT);
    }

    @Override
    public int next(UniformRandomProvider random) {
      if (random != source) {
        source = random;
        ranks = ranks.withUniformRandomProvider(random);
      }
      // Ranks count from 1; both factors are below 2^31, so the product stays below 2^62.
      return (int) ((offset + ranks.sample() * step) % records);
    }
  }
}
