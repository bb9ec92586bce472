/**
 * Several processes that measure one cell together: they begin at one instant, and one process
 * controls them. See docs/decisions/0018-many-clients.md.
 */
@NullMarked
package dev.storagebench.core.clients;

import org.jspecify.annotations.NullMarked;
