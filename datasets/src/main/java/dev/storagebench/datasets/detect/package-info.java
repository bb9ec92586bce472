/** Opens inputs of unknown format: {@link dev.storagebench.datasets.detect.DataInput}. */
@NullMarked
package dev.storagebench.datasets.detect;

import org.jspecify.annotations.NullMarked;
