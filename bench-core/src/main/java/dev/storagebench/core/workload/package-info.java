/**
 * The operations on a store: the seeded stream of operations, the values to write, and the
 * verification of the values that are read.
 *
 * <p>Everything here that runs under a measured operation is latency-critical: no allocation, no
 * map, no lock, and no class with a second implementation loaded in the same JVM.
 */
@NullMarked
package dev.storagebench.core.workload;

import org.jspecify.annotations.NullMarked;
