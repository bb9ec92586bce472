/**
 * Turns of work: the threads of a fork work while they hold the token, and wait at a {@link
 * dev.storagebench.core.turns.Gate} while a rival does.
 */
@NullMarked
package dev.storagebench.core.turns;

import org.jspecify.annotations.NullMarked;
