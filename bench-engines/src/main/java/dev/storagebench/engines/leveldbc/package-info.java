/**
 * LevelDB's C interface and its descendants: LevelDB, HyperLevelDB, which has the same functions,
 * and RocksDB with its forks, whose functions begin with {@code rocksdb_} instead of {@code
 * leveldb_} and differ in how caches and filters are configured.
 *
 * @see <a href="https://github.com/google/leveldb/blob/main/include/leveldb/c.h">leveldb/c.h</a>
 * @see <a href="https://github.com/facebook/rocksdb/blob/main/include/rocksdb/c.h">rocksdb/c.h</a>
 */
@NullMarked
package dev.storagebench.engines.leveldbc;

import org.jspecify.annotations.NullMarked;
