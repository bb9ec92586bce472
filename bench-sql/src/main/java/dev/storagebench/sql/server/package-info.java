/**
 * MySQL and MariaDB servers: {@link dev.storagebench.sql.server.ServerDistribution} downloads and
 * unpacks MySQL, {@link dev.storagebench.sql.server.ServerInstall} finds installed servers, {@link
 * dev.storagebench.sql.server.MysqlServer} runs one on a folder.
 *
 * <p>A server listens only on a Unix socket or the loopback address, has a password that exists
 * only in memory, and does not outlive the JVM that started it.
 */
@NullMarked
package dev.storagebench.sql.server;

import org.jspecify.annotations.NullMarked;
