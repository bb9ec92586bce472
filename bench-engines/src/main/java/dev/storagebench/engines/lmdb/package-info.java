/** LMDB over LmdbJava. */
@NullMarked
package dev.storagebench.engines.lmdb;

import org.jspecify.annotations.NullMarked;
