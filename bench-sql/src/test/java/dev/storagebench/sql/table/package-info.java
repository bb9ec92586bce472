/** Tests of tables' layouts and seals. */
@NullMarked
package dev.storagebench.sql.table;

import org.jspecify.annotations.NullMarked;
