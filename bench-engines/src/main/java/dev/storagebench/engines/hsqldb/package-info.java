/** HSQLDB over JDBC in this process, with its tables on disk. */
@NullMarked
package dev.storagebench.engines.hsqldb;

import org.jspecify.annotations.NullMarked;
