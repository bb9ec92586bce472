package dev.storagebench.core.cell;

import dev.storagebench.core.engine.Store;
import org.jspecify.annotations.Nullable;

/**
 * How a prepared store was loaded; kept beside it.
 *
 * @param id the name of its folder in the cache
 * @param rawBytes keys and payloads together
 * @param loadSeconds the time of the load without settling; of a resumed load, only of its rest
 * @param settling how the store settled after the load
 * @param bytesOnDisk its size after settling
 * @param cutOff what became of an earlier, interrupted load; null if there was none
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
   * An interrupted load.
   *
   * @param found the records it had loaded, from which this load resumed; 0 if it started over
   * @param restartReason why it started over; null if it resumed
   */
  public record CutOff(long found, @Nullable String restartReason) {}

  /** The time to load all records; null if that took several attempts. */
  public @Nullable Double wholeLoadSeconds() {
    return cutOff == null || cutOff.found() == 0 ? loadSeconds : null;
  }
}
