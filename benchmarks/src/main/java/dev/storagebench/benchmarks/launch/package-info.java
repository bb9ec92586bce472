/** Starts processes of this program here and on other machines, and ends them again. */
@NullMarked
package dev.storagebench.benchmarks.launch;

import org.jspecify.annotations.NullMarked;
