/**
 * The open loop: operations arrive at a given rate, whether or not the engine keeps up. Arrival
 * times are fixed in advance, and response times count from the arrival, so that a stall delays
 * every operation that waits for it.
 */
@NullMarked
package dev.storagebench.core.openloop;

import org.jspecify.annotations.NullMarked;
