/** An engine that stores nothing and so measures the overhead of the harness. */
@NullMarked
package dev.storagebench.core.noop;

import org.jspecify.annotations.NullMarked;
