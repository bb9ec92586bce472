/** What a run shows to people. */
@NullMarked
package dev.storagebench.core.report;

import org.jspecify.annotations.NullMarked;
