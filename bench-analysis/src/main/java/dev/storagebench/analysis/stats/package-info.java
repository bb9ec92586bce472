/**
 * Statistics of rounds: ratios, their intervals, and whether a difference is shown at all. Knows
 * nothing of runs or files.
 */
@NullMarked
package dev.storagebench.analysis.stats;

import org.jspecify.annotations.NullMarked;
