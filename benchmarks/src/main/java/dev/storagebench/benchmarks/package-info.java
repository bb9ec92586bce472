/** The command line: the only place that prints or exits. */
@NullMarked
package dev.storagebench.benchmarks;

import org.jspecify.annotations.NullMarked;
