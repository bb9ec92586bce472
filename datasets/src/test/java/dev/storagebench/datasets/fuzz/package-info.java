/** Property-based tests of everything that parses; the modules share {@link Fuzz}. */
@NullMarked
package dev.storagebench.datasets.fuzz;

import org.jspecify.annotations.NullMarked;
