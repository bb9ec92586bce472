/** Tests of workloads in SQL. */
@NullMarked
package dev.storagebench.sql.workload;

import org.jspecify.annotations.NullMarked;
