/**
 * Input files as plain bytes: {@link dev.storagebench.datasets.input.InputSource} opens a path and
 * decompresses it by content; {@link dev.storagebench.datasets.input.ByteLines} splits bytes into
 * lines.
 */
@NullMarked
package dev.storagebench.datasets.input;

import org.jspecify.annotations.NullMarked;
