/** JMH's benchmarks of workloads in SQL. */
@NullMarked
package dev.storagebench.sql.benchmark;

import org.jspecify.annotations.NullMarked;
