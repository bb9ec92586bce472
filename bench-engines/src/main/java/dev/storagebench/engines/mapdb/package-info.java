/** MapDB, written in Java and Kotlin. */
@NullMarked
package dev.storagebench.engines.mapdb;

import org.jspecify.annotations.NullMarked;
