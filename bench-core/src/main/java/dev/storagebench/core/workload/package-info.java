/**
 * What is done to a store: the seeded stream of operations, the values that are written, and the
 * check that a value read is the one that was stored.
 *
 * <p>Everything here that runs under a measured operation is latency-critical: no allocation, no
 * map, no lock, and no class with a second implementation loaded in the same JVM.
 */
@NullMarked
package dev.storagebench.core.workload;

import org.jspecify.annotations.NullMarked;
