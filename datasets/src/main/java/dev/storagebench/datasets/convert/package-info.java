/**
 * Records written out: {@link dev.storagebench.datasets.convert.OutputForm} lists the forms, {@link
 * dev.storagebench.datasets.convert.Conversion} writes one. Whatever is written reads back as the
 * same records; what a form cannot carry is an error.
 */
@NullMarked
package dev.storagebench.datasets.convert;

import org.jspecify.annotations.NullMarked;
