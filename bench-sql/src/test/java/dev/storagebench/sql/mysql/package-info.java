@NullMarked
package dev.storagebench.sql.mysql;

import org.jspecify.annotations.NullMarked;
