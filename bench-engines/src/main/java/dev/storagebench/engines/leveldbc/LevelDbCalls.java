package dev.storagebench.engines.leveldbc;

/** The functions that only LevelDB and HyperLevelDB have. Public as {@link CommonCalls}. */
public interface LevelDbCalls {
  int majorVersion();

  int minorVersion();

  void optionsSetBlockSize(long options, long bytes);

  void optionsSetCache(long options, long cache);

  void optionsSetFilterPolicy(long options, long policy);

  long filterpolicyCreateBloom(int bitsPerKey);

  void filterpolicyDestroy(long policy);

  void compactRange(long db, long start, long startBytes, long limit, long limitBytes);
}
