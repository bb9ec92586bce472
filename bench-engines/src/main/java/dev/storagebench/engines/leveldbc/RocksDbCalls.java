package dev.storagebench.engines.leveldbc;

/** The functions that only RocksDB and its forks have. Public as {@link CommonCalls}. */
public interface RocksDbCalls {
  long blockBasedOptionsCreate();

  void blockBasedOptionsDestroy(long table);

  void blockBasedOptionsSetBlockSize(long table, long bytes);

  void blockBasedOptionsSetBlockCache(long table, long cache);

  /** The table's options own the policy from then on. */
  void blockBasedOptionsSetFilterPolicy(long table, long policy);

  /**
   * The parameter is an {@code int} in older releases and a {@code double} in newer ones. Integers
   * and floating-point numbers travel in registers of their own on all 64-bit Unixes, so passing
   * both serves either.
   */
  long filterpolicyCreateBloom(int bitsPerKey, double sameBitsPerKey);

  void optionsSetBlockBasedTableFactory(long options, long table);

  /** Options nested in the text are added to those of the base too. */
  void getOptionsFromString(long base, String text, long into, long error);

  void readoptionsSetTotalOrderSeek(long options, byte yes);

  void optionsSetKeepLogFileNum(long options, long files);

  void writeoptionsDisableWal(long options, int yes);

  long getPinned(long db, long options, long key, long keyBytes, long error);

  long pinnablesliceValue(long slice, long valueBytes);

  void pinnablesliceDestroy(long slice);

  void iterSeekForPrev(long iterator, long key, long keyBytes);

  long flushoptionsCreate();

  void flushoptionsDestroy(long options);

  void flushoptionsSetWait(long options, byte yes);

  void flush(long db, long options, long error);
}
