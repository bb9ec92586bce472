/**
 * Measurements beside the threads of a benchmark, in the fork: processor time, memory, disk
 * traffic, and what happens second by second.
 */
@NullMarked
package dev.storagebench.core.recorder;

import org.jspecify.annotations.NullMarked;
