package dev.storagebench.core.memory;

import org.jspecify.annotations.Nullable;

/**
 * The proof of a limit: what was asked, what was enforced, and what it came to.
 *
 * @param limiter how it was enforced
 * @param engineBytes what the engine and the page cache got: the limit that the cell asked for
 * @param harnessBytes what was granted on top: what the harness held when the store was opened
 *     (heap, metaspace, code, threads, key table, value pool); for a server, which the harness is
 *     not in, what its engine declares as fixed overhead
 * @param harnessGrowthBytes by how much the JVM's own memory besides the heap grew afterwards
 * @param limitBytes the limit in force, by the kernel's word
 * @param peakBytes the most that was held from the opening of the store to its closing
 * @param atEnd what was held when the last operation had ended
 * @param dropped how the page cache was emptied of the store before it was opened
 * @param used by the process with the engine, from the opening of the store to its last operation:
 *     opening and warming up included
 * @param kills how often the system killed a process of the group
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
