package dev.storagebench.datasets.packed;

import java.nio.file.Path;

/**
 * A data set in the cache.
 *
 * @param file the packed record file
 * @param summary its totals
 * @param report what was met while packing it, now or earlier
 * @param fromCache whether it had been packed earlier
 */
public record Packed(Path file, PackedSummary summary, PackingReport report, boolean fromCache) {}
