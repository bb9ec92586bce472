/** What a run shows to people. */
@NullMarked
package dev.storagebench.benchmarks.report;

import org.jspecify.annotations.NullMarked;
