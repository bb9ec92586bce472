/**
 * Stores on SQL servers over JDBC: {@link dev.storagebench.sql.jdbc.SqlEngine} opens them as keys
 * and values in a table of two columns or as tables with columns, on a {@link
 * dev.storagebench.sql.jdbc.Server} whose {@link dev.storagebench.sql.jdbc.Dialect} it speaks. A
 * session holds one connection of a HikariCP pool, with its statements prepared on the server.
 */
@NullMarked
package dev.storagebench.sql.jdbc;

import org.jspecify.annotations.NullMarked;
