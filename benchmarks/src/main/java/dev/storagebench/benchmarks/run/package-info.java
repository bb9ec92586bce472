/** The host's side of a run: which cells, in which order, each in a JMH fork of its own. */
@NullMarked
package dev.storagebench.benchmarks.run;

import org.jspecify.annotations.NullMarked;
