package dev.storagebench.core.cell;

import dev.storagebench.core.engine.Store;

/**
 * How a prepared store was loaded; kept beside it.
 *
 * @param id the name of its folder in the cache
 * @param rawBytes keys and payloads together
 * @param loadSeconds the time of the load without settling
 * @param settling how the store settled after the load
 * @param bytesOnDisk its size after settling
 */
public record StoreInfo(
    String id,
    String engine,
    String engineVersion,
    long records,
    long rawBytes,
    double loadSeconds,
    Store.Settling settling,
    long bytesOnDisk) {}
