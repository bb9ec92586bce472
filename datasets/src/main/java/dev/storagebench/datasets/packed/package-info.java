/**
 * Records packed into one checksummed file, and the keys of such a file held off the heap: {@link
 * dev.storagebench.datasets.packed.DatasetCache} packs a data set once, {@link
 * dev.storagebench.datasets.packed.PackedFile} streams it back past the page cache, {@link
 * dev.storagebench.datasets.packed.KeyTable} hands out keys under a measured operation.
 *
 * <p>The format is described byte by byte in {@code docs/packed-record-file.md}.
 *
 * <p>All large buffers are direct and count against {@code -XX:MaxDirectMemorySize}, which is the
 * heap's limit unless it is set.
 */
@NullMarked
package dev.storagebench.datasets.packed;

import org.jspecify.annotations.NullMarked;
