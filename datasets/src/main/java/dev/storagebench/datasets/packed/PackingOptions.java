package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.ReadOptions;

/**
 * How a data set becomes a packed file. Other options give another file in the cache.
 *
 * @param read what to do about bad records
 * @param duplicates what to do about equal keys
 */
public record PackingOptions(ReadOptions read, Duplicates duplicates) {}
