/**
 * Operations that come at a rate of their own, whether or not the engine is done with those before:
 * an open loop. Arrivals are fixed before anything is measured, and response time counts from the
 * arrival, so that a stall costs every operation that it keeps waiting.
 */
@NullMarked
package dev.storagebench.core.openloop;

import org.jspecify.annotations.NullMarked;
