/**
 * Recorded traffic: traces of operations, with keys, sizes and times but without values.
 *
 * @see <a href="https://github.com/twitter/cache-trace">Twitter's cache traces</a>
 * @see <a
 *     href="https://github.com/facebook/rocksdb/wiki/RocksDB-Trace%2C-Replay%2C-Analyzer%2C-and-Workload-Generation">RocksDB's
 *     trace_analyzer</a>
 */
@NullMarked
package dev.storagebench.datasets.trace;

import org.jspecify.annotations.NullMarked;
