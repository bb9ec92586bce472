package dev.storagebench.core.engine;

/** The codec of stored blocks or values. */
public enum Compression {
  NONE,
  SNAPPY,
  LZ4,
  ZSTD
}
