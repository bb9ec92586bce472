package dev.storagebench.core.memory;

import org.jspecify.annotations.Nullable;

/**
 * The proof of a memory limit: requested, enforced and used memory.
 *
 * @param engineBytes the cell's limit, for engine and page cache
 * @param harnessBytes added on top: what the harness used when the store was opened (heap,
 *     metaspace, code, threads, key table, value pool); for a server, which does not include the
 *     harness, the fixed overhead that its engine declares
 * @param codeBytes of these, code and constants of the JVM and of libraries; null in results that
 *     do not tell
 * @param harnessGrowthBytes growth of the JVM's non-heap memory after that
 * @param limitBytes the effective limit, as reported by the kernel
 * @param outer the lowest limit of a group around the cell's; null if none is below the machine's
 *     memory, or it is hidden
 * @param peakBytes the peak from opening the store to the last operation; for a server, from its
 *     start
 * @param peakSampled whether {@code peakBytes} is only the usage after the last operation: before
 *     Linux 6.12 the kernel's peak includes the set-up
 * @param atEnd usage after the last operation; refaults and limit hits since opening the store
 * @param dropped how the store's files were dropped from the page cache before it was opened
 * @param used by the process with the engine, from opening the store to the last operation, warm-up
 *     included
 * @param kills how often the kernel killed a process of the group
 */
public record MemoryReport(
    String limiter,
    long engineBytes,
    long harnessBytes,
    @Nullable Long codeBytes,
    long harnessGrowthBytes,
    long limitBytes,
    ControlGroup.@Nullable Limit outer,
    long peakBytes,
    boolean peakSampled,
    GroupUsage atEnd,
    PageCache.@Nullable Dropped dropped,
    ProcessUsage used,
    long kills,
    long machineBytes) {
  private static final double FILLED = 0.98;

  /** Whether memory was the bottleneck: the limit was reached, and pages were read again for it. */
  public boolean wasBinding() {
    Long hits = atEnd.limitHits();
    boolean reached = hits == null ? peakBytes >= limitBytes * FILLED : hits > 0;
    return reached && atEnd.refaultedPages() > 0;
  }

  /** Whether a group around the cell's had a lower limit. */
  public boolean outerWasLower() {
    return outer != null && outer.bytes() < limitBytes;
  }
}
