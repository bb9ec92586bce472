@NullMarked
package dev.storagebench.sql.server;

import org.jspecify.annotations.NullMarked;
