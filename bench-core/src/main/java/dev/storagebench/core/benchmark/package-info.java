/** The key-value benchmarks that JMH runs, the same for every engine. They run in the fork. */
@NullMarked
package dev.storagebench.core.benchmark;

import org.jspecify.annotations.NullMarked;
