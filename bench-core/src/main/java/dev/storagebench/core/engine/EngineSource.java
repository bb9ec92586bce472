package dev.storagebench.core.engine;

import java.util.List;

/**
 * Engines that are known only at run time, for example one for each library that the user names;
 * found by {@link java.util.ServiceLoader} as {@link StorageEngine}s are.
 */
public interface EngineSource {

  /**
   * The engines there are, for as long as the system properties stay the same. Loads no library.
   */
  List<StorageEngine> engines();
}
