/**
 * The engine SPI: what a storage engine implements to be measured. {@link
 * dev.storagebench.core.engine.StorageEngine} opens a {@link dev.storagebench.core.engine.Store}, a
 * store gives one {@link dev.storagebench.core.engine.Session} to each thread.
 *
 * <p>{@link dev.storagebench.core.engine.Session#get} and {@link
 * dev.storagebench.core.engine.Session#put} are latency-critical: an implementation allocates
 * nothing there that its engine does not force on it, takes no lock and writes no log.
 */
@NullMarked
package dev.storagebench.core.engine;

import org.jspecify.annotations.NullMarked;
