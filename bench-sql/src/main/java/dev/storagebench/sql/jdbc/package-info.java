/**
 * MySQL (InnoDB) over JDBC as a storage engine: {@link dev.storagebench.sql.jdbc.MysqlEngine}.
 *
 * <p>By default a store is a server of its own, started on the store's folder by {@link
 * dev.storagebench.sql.server.MysqlServer}; with system property {@code storagebench.jdbc.url} it
 * is a table on a server that somebody else runs. A session holds one connection of a HikariCP
 * pool, with its statements prepared on the server.
 */
@NullMarked
package dev.storagebench.sql.jdbc;

import org.jspecify.annotations.NullMarked;
