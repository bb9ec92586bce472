package dev.storagebench.core.engine;

/** Where an engine keeps the data that it has read, so that a limit of memory can be set right. */
public enum CacheLocation {
  /** In the page cache only. */
  PAGE_CACHE,
  /** In memory of its own outside the Java heap. */
  NATIVE,
  /** On the Java heap, which is sized to hold it. */
  HEAP,
  /** In the process of a server that the engine talks to. */
  SERVER
}
