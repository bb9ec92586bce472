/**
 * A real MySQL server that needs no installation: {@link
 * dev.storagebench.sql.server.MysqlDistribution} finds, fetches and unpacks its files, {@link
 * dev.storagebench.sql.server.MysqlServer} runs it on a folder.
 *
 * <p>Nothing is fetched unless {@link dev.storagebench.sql.server.MysqlDistribution#provide} is
 * called. A server listens on a Unix socket or on the loopback address only, has a password that
 * exists in memory alone, and does not outlive the JVM that started it.
 */
@NullMarked
package dev.storagebench.sql.server;

import org.jspecify.annotations.NullMarked;
