/** Prepared stores: loaded once, settled, then opened or copied by cells. */
@NullMarked
package dev.storagebench.core.store;

import org.jspecify.annotations.NullMarked;
