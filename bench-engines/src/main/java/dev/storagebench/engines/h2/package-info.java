/** The H2 database, embedded, over JDBC. */
@NullMarked
package dev.storagebench.engines.h2;

import org.jspecify.annotations.NullMarked;
