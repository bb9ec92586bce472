/** DuckDB over its JDBC driver in this process; its jar is fetched when it is measured. */
@NullMarked
package dev.storagebench.engines.duckdb;

import org.jspecify.annotations.NullMarked;
