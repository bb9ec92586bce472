package dev.storagebench.core.benchmark;

import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Store;

/**
 * Puts all records into an empty store, one by one, in the order of the data set: what {@link Load}
 * would cost without the engine's bulk loader, with the durability asked for at each put.
 */
public class Insert extends Load {
  @Override
  boolean isParallel(Capabilities engine) {
    return true;
  }

  @Override
  BulkLoader loader(Store store) {
    return BulkLoader.over(((KeyValueStore) store).session());
  }
}
