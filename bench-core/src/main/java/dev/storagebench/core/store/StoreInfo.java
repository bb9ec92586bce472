package dev.storagebench.core.store;

import dev.storagebench.core.engine.Store;
import org.jspecify.annotations.Nullable;

/**
 * How a prepared store came to be; kept beside it.
 *
 * @param id the fingerprint of data, engine, version and settings
 * @param engine the engine's name
 * @param engineVersion the engine's version
 * @param records how many were loaded
 * @param rawBytes keys and payloads together
 * @param loadSeconds how long loading took, without settling; of what was left to load where an
 *     earlier load was cut off
 * @param settling how the store came to rest after loading
 * @param bytesOnDisk its size then
 * @param cutOff what became of an earlier load that was cut off; null if there was none
 */
public record StoreInfo(
    String id,
    String engine,
    String engineVersion,
    long records,
    long rawBytes,
    double loadSeconds,
    Store.Settling settling,
    long bytesOnDisk,
    @Nullable CutOff cutOff) {

  /**
   * A load that was cut off.
   *
   * @param found how many records it had put, which this load went on from; 0 if it began anew
   * @param whyAnew why it could not go on; null if it did
   */
  public record CutOff(long found, @Nullable String whyAnew) {}

  /** How long it took to load all records; null if that was not done at one go. */
  public @Nullable Double wholeLoadSeconds() {
    return cutOff == null || cutOff.found() == 0 ? loadSeconds : null;
  }
}
