/**
 * One's own keys and values: CSV, TSV and JSON lines by the columns or fields named. {@link
 * dev.storagebench.datasets.kv.KeyValueFormat} finds the form by content and has a reader for each.
 */
@NullMarked
package dev.storagebench.datasets.kv;

import org.jspecify.annotations.NullMarked;
