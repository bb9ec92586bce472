/** The embedded engines, one package each. */
@NullMarked
package dev.storagebench.engines;

import org.jspecify.annotations.NullMarked;
