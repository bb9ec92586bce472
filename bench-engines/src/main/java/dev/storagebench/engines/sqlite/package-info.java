/**
 * SQLite over Xerial's JDBC driver, as an embedded engine: one file, a connection for each session.
 */
@NullMarked
package dev.storagebench.engines.sqlite;

import org.jspecify.annotations.NullMarked;
