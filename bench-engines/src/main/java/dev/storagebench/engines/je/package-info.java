/** Berkeley DB Java Edition. */
@NullMarked
package dev.storagebench.engines.je;

import org.jspecify.annotations.NullMarked;
