package dev.storagebench.engines.leveldbc;

/**
 * Functions of {@code leveldb/c.h} and {@code rocksdb/c.h} without their prefix: {@code iterSeek}
 * is {@code leveldb_iter_seek} or {@code rocksdb_iter_seek}. Addresses and sizes are {@code long},
 * as {@code size_t} is on every 64-bit Unix; {@code error} is the address of a {@code char*}.
 *
 * <p>Public because jnr-ffi implements it by a class of its own.
 */
public interface CApi {
  // Both.

  long optionsCreate();

  void optionsDestroy(long options);

  void optionsSetCreateIfMissing(long options, byte yes);

  void optionsSetWriteBufferSize(long options, long bytes);

  void optionsSetCompression(long options, int codec);

  long cacheCreateLru(long bytes);

  void cacheDestroy(long cache);

  long readoptionsCreate();

  void readoptionsDestroy(long options);

  long writeoptionsCreate();

  void writeoptionsDestroy(long options);

  void writeoptionsSetSync(long options, byte yes);

  long open(long options, String path, long error);

  void close(long db);

  void put(long db, long options, long key, long keyBytes, long value, long valueBytes, long error);

  void delete(long db, long options, long key, long keyBytes, long error);

  long writebatchCreate();

  void writebatchDestroy(long batch);

  void writebatchClear(long batch);

  void writebatchPut(long batch, long key, long keyBytes, long value, long valueBytes);

  void write(long db, long options, long batch, long error);

  long createIterator(long db, long options);

  void iterDestroy(long iterator);

  byte iterValid(long iterator);

  void iterSeek(long iterator, long key, long keyBytes);

  void iterNext(long iterator);

  void iterPrev(long iterator);

  long iterKey(long iterator, long keyBytes);

  long iterValue(long iterator, long valueBytes);

  void iterGetError(long iterator, long error);

  long propertyValue(long db, String name);

  void free(long memory);

  // LevelDB and HyperLevelDB.

  int majorVersion();

  int minorVersion();

  void optionsSetBlockSize(long options, long bytes);

  void optionsSetCache(long options, long cache);

  void optionsSetFilterPolicy(long options, long policy);

  long filterpolicyCreateBloom(int bitsPerKey);

  void filterpolicyDestroy(long policy);

  long get(long db, long options, long key, long keyBytes, long valueBytes, long error);

  void iterSeekToLast(long iterator);

  void compactRange(long db, long start, long startBytes, long limit, long limitBytes);

  // RocksDB and its forks.

  long blockBasedOptionsCreate();

  void blockBasedOptionsDestroy(long table);

  void blockBasedOptionsSetBlockSize(long table, long bytes);

  void blockBasedOptionsSetBlockCache(long table, long cache);

  /** The table's options own the policy from then on. */
  void blockBasedOptionsSetFilterPolicy(long table, long policy);

  /**
   * The parameter is an {@code int} in older releases and a {@code double} in newer ones. Integers
   * and floating-point numbers are passed in separate registers on all 64-bit Unixes, so passing
   * both serves either.
   */
  long filterpolicyCreateBloomFull(int bitsPerKey, double sameBitsPerKey);

  void optionsSetBlockBasedTableFactory(long options, long table);

  /** Copies the base to {@code into}, with the options of the text. */
  void getOptionsFromString(long base, String text, long into, long error);

  void readoptionsSetTotalOrderSeek(long options, byte yes);

  void optionsSetKeepLogFileNum(long options, long files);

  void writeoptionsDisableWal(long options, int yes);

  // Of recent releases.

  long cacheCreateHyperClock(long bytes, long entryBytes);

  // Of all.

  long getPinned(long db, long options, long key, long keyBytes, long error);

  long pinnablesliceValue(long slice, long valueBytes);

  void pinnablesliceDestroy(long slice);

  void iterSeekForPrev(long iterator, long key, long keyBytes);

  long flushoptionsCreate();

  void flushoptionsDestroy(long options);

  void flushoptionsSetWait(long options, byte yes);

  void flush(long db, long options, long error);
}
