package dev.storagebench.core.memory;

/**
 * What a group holds and has done.
 *
 * @param pageCacheBytes pages of files
 * @param anonymousBytes all other memory of its processes
 * @param refaultedPages pages of files read again after they had been pushed out, since the start
 * @param peakBytes the most it has held since {@link ControlGroup#resetPeak}, the kernel's own
 *     memory for it included
 */
public record GroupUsage(
    long pageCacheBytes, long anonymousBytes, long refaultedPages, long peakBytes) {}
