package dev.storagebench.core.workload;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/** Draws the record of the next operation. A JVM that measures loads one implementation only. */
sealed interface KeyChooser {

  /** A record's index, from 0 to the number of records less one. */
  int next(UniformRandomProvider random);

  /** Every record with the same probability. */
  record Uniform(int records) implements KeyChooser {
    @Override
    public int next(UniformRandomProvider random) {
      return random.nextInt(records);
    }
  }

  /**
   * Zipf's law by rejection-inversion (Hörmann and Derflinger, 1996), with the exponent that YCSB
   * made the usual one. A rank's record is {@code (offset + rank * step) mod records}.
   */
  final class Zipfian implements KeyChooser {
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

    /** Popular records lie far apart. */
    static Zipfian scattered(int records) {
      return new Zipfian(records, SCATTER % records == 0 ? 1 : SCATTER % records, records / 2);
    }

    /** The last record is the most popular one. */
    static Zipfian latest(int records) {
      return new Zipfian(records, records - 1L, records);
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

  /**
   * sysbench 1.0's {@code special} distribution with its default parameters: of all operations,
   * {@code rand-spec-res} = 75 % fall evenly on the {@code rand-spec-pct} = 1 % of the records in
   * the middle; the others are the mean of {@code rand-spec-iter} = 12 uniform draws over all.
   *
   * @see <a href="https://github.com/akopytov/sysbench">sysbench, sb_rand.c</a>
   */
  record Special(int records) implements KeyChooser {
    private static final int ITERATIONS = 12;
    private static final int SPREAD = 100 / (100 - 75);

    @Override
    public int next(UniformRandomProvider random) {
      long drawn = random.nextLong((long) records * SPREAD);
      if (drawn < records) {
        long sum = 0;
        for (int i = 0; i < ITERATIONS; i++) {
          sum += random.nextInt(records);
        }
        return (int) (sum / ITERATIONS);
      }
      int middle = Math.max(1, records / 100);
      return (int) (drawn % middle) + records / 2 - records / 200;
    }
  }
}
