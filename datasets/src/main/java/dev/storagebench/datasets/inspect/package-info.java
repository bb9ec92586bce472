/**
 * What an input holds: {@link dev.storagebench.datasets.inspect.Inspection} reads it once and
 * counts, {@link dev.storagebench.datasets.inspect.InspectionReport} is what came of it.
 */
@NullMarked
package dev.storagebench.datasets.inspect;

import org.jspecify.annotations.NullMarked;
