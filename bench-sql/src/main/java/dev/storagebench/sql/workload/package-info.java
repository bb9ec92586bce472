/**
 * Workloads in SQL: transactions as text ({@link dev.storagebench.sql.workload.Script}), the values
 * that their variables draw, and the client that carries them out and checks the answers.
 *
 * <p>Scripts are immutable and shared; everything that draws or talks to a server belongs to one
 * thread.
 */
@NullMarked
package dev.storagebench.sql.workload;

import org.jspecify.annotations.NullMarked;
