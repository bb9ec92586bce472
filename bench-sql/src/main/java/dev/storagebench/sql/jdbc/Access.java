package dev.storagebench.sql.jdbc;

/** The way to a server's database. */
interface Access {

  /**
   * Connects.
   *
   * @param loads whether files are to be sent from here by {@code LOAD DATA LOCAL}
   */
  Pool connect(Driver driver, boolean loads);
}
