/** Tests of the benchmark in SQL. */
@NullMarked
package dev.storagebench.sql.benchmark;

import org.jspecify.annotations.NullMarked;
