/**
 * Stores on SQL servers over JDBC: {@link dev.storagebench.sql.jdbc.SqlEngine} opens them as a
 * table of keys and values or as tables with columns, on a {@link dev.storagebench.sql.jdbc.Server}
 * with its {@link dev.storagebench.sql.jdbc.Dialect}. A session holds one connection of a HikariCP
 * pool, with its statements prepared on the server.
 */
@NullMarked
package dev.storagebench.sql.jdbc;

import org.jspecify.annotations.NullMarked;
