/** Published experiments on SQL servers, carried out again, and what is shown of them. */
@NullMarked
package dev.storagebench.sql.suite;

import org.jspecify.annotations.NullMarked;
