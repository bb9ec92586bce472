@NullMarked
package dev.storagebench.sql.jdbc;

import org.jspecify.annotations.NullMarked;
