package dev.storagebench.datasets.inspect;

/**
 * How many sizes lie in a range whose ends are powers of two.
 *
 * @param from the smallest size of the range: 0, 1, 2, 4 …
 * @param to the largest: 0, 1, 3, 7 …
 * @param count how many there are
 */
public record SizeRange(long from, long to, long count) {}
