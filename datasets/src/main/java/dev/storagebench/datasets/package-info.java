/**
 * Records of real and generated text, read as a stream: {@link
 * dev.storagebench.datasets.RecordFormat} names a form of input, {@link
 * dev.storagebench.datasets.RecordReader} reads it front to back.
 */
@NullMarked
package dev.storagebench.datasets;

import org.jspecify.annotations.NullMarked;
