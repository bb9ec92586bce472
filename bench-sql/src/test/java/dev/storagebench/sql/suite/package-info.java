/** Tests of the package of the same name. */
@NullMarked
package dev.storagebench.sql.suite;

import org.jspecify.annotations.NullMarked;
