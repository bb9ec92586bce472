/**
 * Input files as plain bytes: {@link dev.storagebench.datasets.input.InputSource} opens a path or
 * standard input and decompresses by content, {@link dev.storagebench.datasets.input.ByteLines}
 * cuts the bytes into lines, {@link dev.storagebench.datasets.input.ByteScan} searches them.
 */
@NullMarked
package dev.storagebench.datasets.input;

import org.jspecify.annotations.NullMarked;
