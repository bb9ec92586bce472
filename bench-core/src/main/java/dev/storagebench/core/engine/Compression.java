package dev.storagebench.core.engine;

/** The codec of stored data. */
public enum Compression {
  NONE,
  SNAPPY,
  LZ4,
  ZSTD;

  /** The name on the command line. */
  @Override
  public String toString() {
    return EnumNames.of(this);
  }
}
