/**
 * The cache folder, and in it the prepared stores: loaded once, settled, opened or copied by cells.
 */
@NullMarked
package dev.storagebench.core.store;

import org.jspecify.annotations.NullMarked;
