/** Conclusions of a run: which candidate for which workload, and what contradicts or weakens it. */
@NullMarked
package dev.storagebench.analysis.conclusion;

import org.jspecify.annotations.NullMarked;
