package dev.storagebench.core.store;

import dev.storagebench.core.engine.Store;

/**
 * How a prepared store came to be; kept beside it.
 *
 * @param id the fingerprint of data, engine, version and settings
 * @param engine the engine's name
 * @param engineVersion the engine's version
 * @param records how many were loaded
 * @param rawBytes keys and payloads together
 * @param loadSeconds how long loading took, without settling
 * @param settling how the store came to rest after loading
 * @param bytesOnDisk its size then
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
