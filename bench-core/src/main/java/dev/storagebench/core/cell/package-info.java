/**
 * One cell of a run, as host and fork share it: its parameters and settings, and the report of the
 * fork.
 */
@NullMarked
package dev.storagebench.core.cell;

import org.jspecify.annotations.NullMarked;
