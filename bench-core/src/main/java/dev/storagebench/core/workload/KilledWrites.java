package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.KeyTable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Overwrites by the threads of a process that is killed, and what must be stored afterwards. Each
 * thread overwrites random records of its own part, in an order that the seeds decide: how many of
 * its writes were acknowledged says what each record must hold.
 */
public final class KilledWrites {
  private static final long UNWRITTEN = 0;
  private static final int MANY = 300_000;

  private final WorkingSet set;
  private final Seeds seeds;
  private final int threads;
  private final int size;

  /**
   * Result of the comparison after a kill.
   *
   * @param acknowledged writes, of all threads
   * @param lost records that are missing or hold an older value than the last acknowledged one
   * @param torn records with a value that was never written to them
   */
  public record Findings(long acknowledged, long lost, long torn) {
    /**
     * Checks that nothing is torn and, where that is promised, nothing lost.
     *
     * @throws WrongAnswerException with the counts
     */
    public void require(boolean keepsAcknowledged) {
      if (torn > 0 || (keepsAcknowledged && lost > 0)) {
        throw new WrongAnswerException(
            "after kill -9, of %,d acknowledged writes, %,d records are lost and %,d torn",
            acknowledged, lost, torn);
      }
    }
  }

  /** The writes of a number of threads; of fewer if there are fewer records. */
  public KilledWrites(WorkingSet set, Seeds seeds, int threads) {
    this.set = set;
    this.seeds = seeds;
    this.size = Math.toIntExact(set.keys().size());
    this.threads = Math.min(threads, size);
  }

  /** How many threads write. */
  public int threads() {
    return threads;
  }

  /** One thread's endless sequence of writes; for that thread. */
  public final class Part {
    private final KeyTable.View keys = set.keys().view();
    private final ValueSource values;
    private final UniformRandomProvider random;
    private final int thread;
    private final int records;
    private int record;

    /** Begins the sequence of a thread, from 0. */
    public Part(int thread) {
      this.thread = thread;
      this.values = new ValueSource(set.values(), seeds, thread);
      this.random = seeds.generator(thread, Seeds.Purpose.KEYS);
      this.records = (size - thread + threads - 1) / threads;
    }

    private ByteBuffer next() {
      record = thread + threads * random.nextInt(records);
      return values.next(keys.key(record));
    }

    /** Writes the next value. */
    public void write(Session session) {
      ByteBuffer value = next();
      session.put(keys.key(record), value);
    }
  }

  /** How many records are read at most of so many, and of so many writes. */
  public static long reads(long records, long writes) {
    return records <= MANY ? records : MANY + Math.min(writes, latest(MANY));
  }

  private static int latest(int many) {
    return many / 20;
  }

  /** How far apart records are, so that some are read of each thread's part. */
  private int step(int many) {
    int step = (size - 1) / many + 1;
    while (BigInteger.valueOf(step).gcd(BigInteger.valueOf(threads)).intValue() > 1) {
      step++;
    }
    return step;
  }

  /**
   * Reads all records; of more than 300,000 at most as many, evenly spaced, and those that were
   * written last. The write after the last acknowledged one of each thread may be stored or not.
   *
   * @param acknowledged how many writes of each thread were
   * @param maxValueBytes the longest value that is stored
   */
  public Findings check(Session session, long[] acknowledged, int maxValueBytes) {
    return check(session, acknowledged, maxValueBytes, MANY);
  }

  /**
   * Reads records.
   *
   * @param many of more than so many not all
   */
  Findings check(Session session, long[] acknowledged, int maxValueBytes, int many) {
    int step = step(many);
    long[] spaced = new long[(size - 1) / step + 1];
    Map<Integer, Long> latest = new HashMap<>();
    int[] unfinished = new int[threads];
    long[] unfinishedChecks = new long[threads];
    long all = 0;
    for (int thread = 0; thread < threads; thread++) {
      Part part = new Part(thread);
      long late = acknowledged[thread] - latest(many) / threads;
      for (long i = 0; i < acknowledged[thread]; i++) {
        long check = ValueChecksum.storedHash(part.next());
        if (part.record % step == 0) {
          spaced[part.record / step] = check;
        } else if (i >= late) {
          latest.put(part.record, check);
        }
      }
      unfinishedChecks[thread] = ValueChecksum.storedHash(part.next());
      unfinished[thread] = part.record;
      all += acknowledged[thread];
    }
    KeyTable.View keys = set.keys().view();
    ByteBuffer into = ValueChecksum.buffer(maxValueBytes);
    long lost = 0;
    long torn = 0;
    PrimitiveIterator.OfInt records =
        IntStream.concat(
                IntStream.iterate(0, record -> record + step).limit(spaced.length),
                latest.keySet().stream().mapToInt(Integer::intValue))
            .iterator();
    while (records.hasNext()) {
      int record = records.nextInt();
      ByteBuffer key = keys.key(record);
      int length = session.get(key, into);
      if (length < 0) {
        lost++;
      } else if (!ValueChecksum.holds(key, into, length)) {
        torn++;
      } else {
        int thread = record % threads;
        long due =
            record % step == 0 ? spaced[record / step] : Objects.requireNonNull(latest.get(record));
        long found = into.getLong(length - ValueChecksum.BYTES);
        boolean mayBeNewer = record == unfinished[thread] && found == unfinishedChecks[thread];
        lost += due == UNWRITTEN || due == found || mayBeNewer ? 0 : 1;
      }
    }
    return new Findings(all, lost, torn);
  }
}
