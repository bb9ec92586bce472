/**
 * bzip2 decompression on all processors: {@link
 * dev.storagebench.datasets.input.bzip2.ParallelBzip2InputStream} cuts the compressed bytes at the
 * 48-bit magic numbers that begin the blocks, decodes the blocks side by side, and hands them out
 * in order after proving that each ends exactly where the next begins.
 *
 * <p>Why not a library: those on offer decode 22 to 24 MB/s a thread, lbzip2 39 MB/s, and none
 * decodes a file's blocks in parallel.
 */
@NullMarked
package dev.storagebench.datasets.input.bzip2;

import org.jspecify.annotations.NullMarked;
