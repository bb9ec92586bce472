/**
 * Tables with columns, as the published experiments have them: their layouts, how they are loaded,
 * and how a row proves that it is right.
 */
@NullMarked
package dev.storagebench.sql.table;

import org.jspecify.annotations.NullMarked;
