/** Generated rows of sysbench's tables. */
@NullMarked
package dev.storagebench.sql.data;

import org.jspecify.annotations.NullMarked;
