/**
 * Comparisons as data: a suite names candidates, conditions and workloads, and the views in which
 * its results are shown. General code knows no suite by name.
 */
@NullMarked
package dev.storagebench.analysis.suite;

import org.jspecify.annotations.NullMarked;
