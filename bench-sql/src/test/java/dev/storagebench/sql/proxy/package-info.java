@NullMarked
package dev.storagebench.sql.proxy;

import org.jspecify.annotations.NullMarked;
