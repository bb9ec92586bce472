package dev.storagebench.core.engine;

/** Place where an engine caches data that it has read; decides how a memory limit is divided. */
public enum CacheLocation {
  /** Only in the operating system's page cache. */
  PAGE_CACHE,
  /** In native memory of the process, outside the Java heap. */
  NATIVE,
  /** On the Java heap, which is enlarged by the size of the cache. */
  HEAP,
  /** In the process of a database server. */
  SERVER
}
