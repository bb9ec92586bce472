/**
 * Prepared stores: loaded once, settled, kept in the cache folder and leased or copied to each
 * cell.
 */
@NullMarked
package dev.storagebench.core.store;

import org.jspecify.annotations.NullMarked;
