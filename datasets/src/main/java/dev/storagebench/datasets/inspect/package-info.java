/**
 * The contents of an input: {@link dev.storagebench.datasets.inspect.Inspection} reads it once into
 * an {@link dev.storagebench.datasets.inspect.InspectionReport}.
 */
@NullMarked
package dev.storagebench.datasets.inspect;

import org.jspecify.annotations.NullMarked;
