/**
 * The engine SPI. {@link dev.storagebench.core.engine.StorageEngine} opens a {@link
 * dev.storagebench.core.engine.Store}, a store gives one {@link
 * dev.storagebench.core.engine.Session} to each thread.
 *
 * <p>{@link dev.storagebench.core.engine.Session#get} and {@link
 * dev.storagebench.core.engine.Session#put} are latency-critical: an implementation allocates
 * nothing beyond what its engine requires, takes no lock and does not log.
 */
@NullMarked
package dev.storagebench.core.engine;

import org.jspecify.annotations.NullMarked;
