/**
 * Tables with columns, as the published experiments have them: their layouts, how they are loaded,
 * and the checksums in their rows.
 */
@NullMarked
package dev.storagebench.sql.table;

import org.jspecify.annotations.NullMarked;
