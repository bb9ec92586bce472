/** What a run shows to people. */
@NullMarked
package dev.storagebench.analysis.report;

import org.jspecify.annotations.NullMarked;
