/** Terminals: colors, width and characters, and the progress of a run. */
@NullMarked
package dev.storagebench.benchmarks.terminal;

import org.jspecify.annotations.NullMarked;
