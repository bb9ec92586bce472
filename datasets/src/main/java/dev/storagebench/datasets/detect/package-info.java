/**
 * Inputs of which nobody said what they are: {@link dev.storagebench.datasets.detect.DataInput}
 * finds the format by content.
 */
@NullMarked
package dev.storagebench.datasets.detect;

import org.jspecify.annotations.NullMarked;
