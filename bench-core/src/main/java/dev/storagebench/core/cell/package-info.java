/**
 * One cell of a run as both sides see it: its settings, and the report that its fork leaves for the
 * host.
 */
@NullMarked
package dev.storagebench.core.cell;

import org.jspecify.annotations.NullMarked;
