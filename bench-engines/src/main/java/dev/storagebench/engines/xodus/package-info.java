/** JetBrains Xodus, its environment layer. */
@NullMarked
package dev.storagebench.engines.xodus;

import org.jspecify.annotations.NullMarked;
