/** The command line: with package {@code terminal} the only place that prints or exits. */
@NullMarked
package dev.storagebench.benchmarks.command;

import org.jspecify.annotations.NullMarked;
