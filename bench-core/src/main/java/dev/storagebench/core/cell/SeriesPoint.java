package dev.storagebench.core.cell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work of a fork in one second, or in less where an iteration begins or ends.
 *
 * @param start seconds since the first iteration began
 * @param length in seconds
 * @param measured false in the warm-up
 * @param operations of all threads
 * @param p50 of the time of an operation in microseconds, of those that were timed
 * @param p99 likewise
 * @param max likewise
 * @param stall the longest time without the end of an operation until now, in seconds, seen every
 *     10 ms
 * @param cpu seconds of the engine's process, all processors together
 * @param readBytes from the disk
 * @param writtenBytes to the disk
 * @param dirtyBytes written to the page cache of the machine and not yet to the disk, at the end
 * @param majorFaults page faults that waited for the disk
 * @param collecting seconds of garbage collections of this JVM
 * @param storeBytes allocated on disk for the store's files, up to 5 s ago; 0 for a server that was
 *     already running
 * @param pendingBytes that the engine has yet to write or rewrite, see {@link
 *     dev.storagebench.core.engine.Store#pendingBytes}; 0 in runs of earlier versions
 * @param times of the operations that were timed, a histogram of nanoseconds as {@link
 *     dev.storagebench.core.openloop.OperationTimes} writes it; null in runs of earlier versions
 */
public record SeriesPoint(
    double start,
    double length,
    boolean measured,
    long operations,
    double p50,
    double p99,
    double max,
    double stall,
    double cpu,
    long readBytes,
    long writtenBytes,
    long dirtyBytes,
    long majorFaults,
    double collecting,
    long storeBytes,
    long pendingBytes,
    @Nullable String times) {
  // Shorter ones are what is left of a second at the end of an iteration.
  private static final double SHORTEST = 0.5;
  private static final int FEWEST = 5;
  // Of the mean: of an engine that stands still for most of the time the median is one of a stall.
  private static final double STALLED = 0.1;
  // The slowest of so many seconds is looked for, however long the run was.
  private static final int DRAWN = 10;
  // Too few for a trend.
  private static final int FEWEST_STEADY = 20;
  private static final double TOLERATED_TREND = 0.03;

  /** Operations a second. */
  public double rate() {
    return operations / length;
  }

  /**
   * Those that figures are made of: measured, and long enough for a rate; empty if they are too few
   * to say what happens over time.
   */
  public static List<SeriesPoint> whole(List<SeriesPoint> all) {
    List<SeriesPoint> whole = all.stream().filter(each -> each.measured && each.isWhole()).toList();
    return whole.size() < FEWEST ? List.of() : whole;
  }

  /** Whether it is long enough for a rate. */
  public boolean isWhole() {
    return length >= SHORTEST;
  }

  /**
   * The expected throughput of the slowest of ten seconds drawn at random: unlike that of the
   * slowest of all it does not fall with the length of the run. Of fewer than ten it is the least.
   */
  public static double slowest(List<SeriesPoint> whole) {
    List<Double> rates = whole.stream().map(SeriesPoint::rate).sorted().toList();
    int all = rates.size();
    int drawn = Math.min(DRAWN, all);
    double expected = 0;
    // The slowest second is the drawn one with this probability, if no slower one is.
    double slower = 1;
    for (int i = 0; i <= all - drawn && drawn > 0; i++) {
      double least = (double) drawn / (all - i);
      expected += slower * least * rates.get(i);
      slower *= 1 - least;
    }
    return expected;
  }

  /** The seconds with less than a tenth of the mean throughput. */
  public static List<SeriesPoint> stalled(List<SeriesPoint> whole) {
    double mean = meanRate(whole);
    return whole.stream().filter(each -> each.rate() < STALLED * mean).toList();
  }

  /** The share of those seconds. */
  public static double stalledShare(List<SeriesPoint> whole) {
    return (double) stalled(whole).size() / whole.size();
  }

  /** The longest time without the end of an operation, in seconds. */
  public static double longestStall(List<SeriesPoint> all) {
    return all.stream()
        .filter(SeriesPoint::measured)
        .mapToDouble(SeriesPoint::stall)
        .max()
        .orElse(0);
  }

  /** The throughput of the second half. */
  public static double sustained(List<SeriesPoint> whole) {
    return meanRate(whole.subList(whole.size() / 2, whole.size()));
  }

  /** Operations by time. */
  private static double meanRate(List<SeriesPoint> some) {
    return some.stream().mapToLong(SeriesPoint::operations).sum()
        / some.stream().mapToDouble(SeriesPoint::length).sum();
  }

  /**
   * Whether the second half shows no trend, neither of the throughput nor of what is yet to be
   * written, by the engine or by the kernel. False of less than 20 seconds.
   */
  public static boolean isSteady(List<SeriesPoint> whole) {
    List<Double> unwritten =
        whole.stream().map(each -> (double) each.pendingBytes + each.dirtyBytes).toList();
    return whole.size() >= FEWEST_STEADY
        && Math.abs(trend(whole.stream().map(SeriesPoint::rate).toList())) <= 1
        && Math.abs(trend(unwritten)) <= 1;
  }

  /**
   * By how much the mean of the last quarter exceeds that of the third one, as a multiple of what
   * is tolerated: 3 %, or the standard deviation of the third quarter if that is more.
   */
  public static double trend(List<Double> values) {
    int quarter = values.size() / 4;
    List<Double> third = values.subList(2 * quarter, 3 * quarter);
    double before = mean(third);
    double variance = mean(third.stream().map(each -> Math.pow(each - before, 2)).toList());
    double rise = mean(values.subList(3 * quarter, 4 * quarter)) - before;
    return rise == 0 ? 0 : rise / Math.max(TOLERATED_TREND * before, Math.sqrt(variance));
  }

  /** The mean of some values; 0 of none. */
  public static double mean(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElse(0);
  }
}
