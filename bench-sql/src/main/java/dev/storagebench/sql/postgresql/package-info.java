/** PostgreSQL: its server, its SQL and its driver. */
@NullMarked
package dev.storagebench.sql.postgresql;

import org.jspecify.annotations.NullMarked;
