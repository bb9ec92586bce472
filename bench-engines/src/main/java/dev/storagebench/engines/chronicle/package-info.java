/** Chronicle Map, persisted to a file. */
@NullMarked
package dev.storagebench.engines.chronicle;

import org.jspecify.annotations.NullMarked;
