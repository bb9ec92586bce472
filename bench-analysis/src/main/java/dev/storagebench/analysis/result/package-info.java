/** Files of a run: the log of cells, JMH's JSON, the manifest, the CSV. */
@NullMarked
package dev.storagebench.analysis.result;

import org.jspecify.annotations.NullMarked;
