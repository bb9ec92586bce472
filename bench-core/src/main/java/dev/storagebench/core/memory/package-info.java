/**
 * Memory limits that the system enforces: control groups in which forks and servers are started,
 * what those groups tell about memory, and the page cache that must be empty before a limit means
 * anything.
 */
@NullMarked
package dev.storagebench.core.memory;

import org.jspecify.annotations.NullMarked;
