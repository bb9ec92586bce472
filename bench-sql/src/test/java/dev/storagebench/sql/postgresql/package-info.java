@NullMarked
package dev.storagebench.sql.postgresql;

import org.jspecify.annotations.NullMarked;
