/** Outputs of a run for people. */
@NullMarked
package dev.storagebench.analysis.report;

import org.jspecify.annotations.NullMarked;
