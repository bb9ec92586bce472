/** The JVMs that a run starts: their flags, heap, class path and limits, and what they died of. */
@NullMarked
package dev.storagebench.benchmarks.fork;

import org.jspecify.annotations.NullMarked;
