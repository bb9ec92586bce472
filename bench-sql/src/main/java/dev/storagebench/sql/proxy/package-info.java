/**
 * Proxies between clients and servers, and the servers behind them. {@link
 * dev.storagebench.sql.proxy.ServerGroup} runs the servers of a {@link
 * dev.storagebench.sql.proxy.Topology}, which administration reaches one by one; {@link
 * dev.storagebench.sql.proxy.Proxy} runs ShardingSphere-Proxy or HAProxy before them, which clients
 * reach.
 *
 * <p>All of them listen on the loopback address only and do not outlive the JVM that started them.
 * Passwords are new with each start and exist in memory alone: they go to a proxy's standard input,
 * and to a replica with {@code START REPLICA}, which does not store them.
 */
@NullMarked
package dev.storagebench.sql.proxy;

import org.jspecify.annotations.NullMarked;
