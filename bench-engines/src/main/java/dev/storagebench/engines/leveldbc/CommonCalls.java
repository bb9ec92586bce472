package dev.storagebench.engines.leveldbc;

/**
 * The functions that both families have, without their prefix: {@code iterSeek} is {@code
 * leveldb_iter_seek} or {@code rocksdb_iter_seek}. All addresses and sizes are {@code long}, as
 * {@code size_t} is on every 64-bit Unix; {@code error} is the address of a {@code char*}.
 *
 * <p>Public because jnr-ffi implements it by a class of its own.
 */
public interface CommonCalls {
  long optionsCreate();

  void optionsDestroy(long options);

  void optionsSetCreateIfMissing(long options, byte yes);

  void optionsSetWriteBufferSize(long options, long bytes);

  void optionsSetMaxOpenFiles(long options, int files);

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

  long get(long db, long options, long key, long keyBytes, long valueBytes, long error);

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

  void iterSeekToLast(long iterator);

  void iterNext(long iterator);

  void iterPrev(long iterator);

  long iterKey(long iterator, long keyBytes);

  long iterValue(long iterator, long valueBytes);

  void iterGetError(long iterator, long error);

  long propertyValue(long db, String name);

  void free(long memory);
}
