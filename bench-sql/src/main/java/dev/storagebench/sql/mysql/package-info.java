/**
 * The engines of MySQL, MariaDB and Percona Server: which server to start or to connect to, its
 * SQL, and what differs between its storage engines ({@link
 * dev.storagebench.sql.mysql.TableEngine}).
 */
@NullMarked
package dev.storagebench.sql.mysql;

import org.jspecify.annotations.NullMarked;
