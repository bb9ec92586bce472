/**
 * Memory limits that the kernel enforces: control groups in which forks and servers are started,
 * their statistics, and the page cache, which must not hold a store when its limit starts.
 */
@NullMarked
package dev.storagebench.core.memory;

import org.jspecify.annotations.NullMarked;
