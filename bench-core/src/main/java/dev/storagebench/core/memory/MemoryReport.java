package dev.storagebench.core.memory;

import org.jspecify.annotations.Nullable;

/**
 * The proof of a memory limit: requested, enforced and used memory.
 *
 * @param limiter the name of the limiter
 * @param engineBytes the cell's limit, for engine and page cache
 * @param harnessBytes added on top: what the harness used when the store was opened (heap,
 *     metaspace, code, threads, key table, value pool); for a server, which does not include the
 *     harness, the fixed overhead that its engine declares
 * @param harnessGrowthBytes growth of the JVM's non-heap memory after that
 * @param limitBytes the effective limit, as reported by the kernel
 * @param peakBytes the peak from opening the store to closing it
 * @param atEnd usage after the last operation
 * @param dropped how the store's files were dropped from the page cache before it was opened
 * @param used by the process with the engine, from opening the store to the last operation, warm-up
 *     included
 * @param kills how often the kernel killed a process of the group
 * @param machineBytes the machine's memory
 */
public record MemoryReport(
    String limiter,
    long engineBytes,
    long harnessBytes,
    long harnessGrowthBytes,
    long limitBytes,
    long peakBytes,
    GroupUsage atEnd,
    PageCache.@Nullable Dropped dropped,
    ProcessUsage used,
    long kills,
    long machineBytes) {}
