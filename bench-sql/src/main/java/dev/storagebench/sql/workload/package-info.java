/**
 * Workloads in SQL: scripts in pgbench's format ({@link dev.storagebench.sql.workload.Script}),
 * compiled; their execution by one client; the client that talks to a server and checks the
 * answers.
 *
 * <p>Scripts are immutable and shared; everything that draws or talks to a server belongs to one
 * thread.
 */
@NullMarked
package dev.storagebench.sql.workload;

import org.jspecify.annotations.NullMarked;
