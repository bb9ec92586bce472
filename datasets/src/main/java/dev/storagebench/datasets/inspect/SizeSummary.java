package dev.storagebench.datasets.inspect;

/**
 * How sizes are distributed, in bytes. Percentiles below 2048 are exact; above, they are up to 0.1
 * % too large.
 *
 * @param min the smallest, exact
 * @param p10 a tenth of the sizes is no larger
 * @param p50 the median
 * @param p90 nine tenths are no larger
 * @param p99 99 % are no larger
 * @param p999 99.9 % are no larger
 * @param max the largest, exact
 * @param mean the arithmetic mean, exact
 */
public record SizeSummary(
    long min, long p10, long p50, long p90, long p99, long p999, long max, double mean) {}
