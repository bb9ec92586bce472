/** RocksDB over its own Java binding. */
@NullMarked
package dev.storagebench.engines.rocksdb;

import org.jspecify.annotations.NullMarked;
