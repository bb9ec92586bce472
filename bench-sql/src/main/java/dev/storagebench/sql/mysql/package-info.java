/**
 * The engines of MySQL, MariaDB and Percona Server: which server to start or to connect to, its
 * dialect, its settings, and how its storage engines settle and are sized.
 */
@NullMarked
package dev.storagebench.sql.mysql;

import org.jspecify.annotations.NullMarked;
