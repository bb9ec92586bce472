/**
 * LevelDB's C interface and what descends from it: LevelDB itself, HyperLevelDB, which has the same
 * functions, and RocksDB with its forks, whose functions are called {@code rocksdb_} instead of
 * {@code leveldb_} and differ in how caches are set up.
 *
 * <p>Functions are called through jnr-ffi with plain addresses: keys and values are read where the
 * caller's direct buffers lie, results are copied once and freed by the library that made them.
 *
 * @see <a href="https://github.com/google/leveldb/blob/main/include/leveldb/c.h">leveldb/c.h</a>
 * @see <a href="https://github.com/facebook/rocksdb/blob/main/include/rocksdb/c.h">rocksdb/c.h</a>
 */
@NullMarked
package dev.storagebench.engines.leveldbc;

import org.jspecify.annotations.NullMarked;
