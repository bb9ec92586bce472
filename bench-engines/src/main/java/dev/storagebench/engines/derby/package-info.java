/** Apache Derby over JDBC in this process. */
@NullMarked
package dev.storagebench.engines.derby;

import org.jspecify.annotations.NullMarked;
