/** Tests of the package of the same name. */
@NullMarked
package dev.storagebench.sql.data;

import org.jspecify.annotations.NullMarked;
