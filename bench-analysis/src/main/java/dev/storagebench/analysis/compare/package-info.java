/** From a run's cells to the speeds that are compared: which cells belong together, and as what. */
@NullMarked
package dev.storagebench.analysis.compare;

import org.jspecify.annotations.NullMarked;
