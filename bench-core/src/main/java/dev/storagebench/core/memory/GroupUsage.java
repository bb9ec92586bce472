package dev.storagebench.core.memory;

/**
 * Memory usage of a control group.
 *
 * @param pageCacheBytes page cache
 * @param anonymousBytes anonymous memory of its processes
 * @param refaultedPages page cache read again after they had been pushed out, since the start
 * @param peakBytes the peak since {@link ControlGroup#resetPeak}, kernel memory included
 */
public record GroupUsage(
    long pageCacheBytes, long anonymousBytes, long refaultedPages, long peakBytes) {}
