/** Tests of tables' layouts and seals. */
@NullMarked
package dev.storagebench.sql.benchmark;

import org.jspecify.annotations.NullMarked;
