/** MVStore, the storage of the H2 database, by itself. */
@NullMarked
package dev.storagebench.engines.mvstore;

import org.jspecify.annotations.NullMarked;
