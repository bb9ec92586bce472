/** Property-based tests of what the command line and suite files contain. */
@NullMarked
package dev.storagebench.benchmarks.fuzz;

import org.jspecify.annotations.NullMarked;
