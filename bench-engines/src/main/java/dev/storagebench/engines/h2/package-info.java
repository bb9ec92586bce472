/** The H2 database over JDBC, and MVStore, its storage, by itself. */
@NullMarked
package dev.storagebench.engines.h2;

import org.jspecify.annotations.NullMarked;
