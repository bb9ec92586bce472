package dev.storagebench.sql.table;

/** The columns of a table. */
public enum Shape {
  /**
   * {@code id, k, c, pad} of Terark's experiment of 2022: a record's key is {@code c}, its value
   * {@code pad}. latin1, MySQL's default then, also accepts bytes that are not valid UTF-8.
   */
  ARTICLE("id, k, c, pad", true),

  /** {@code id, k, c, pad} of sysbench 1.0, with the server's default character set as there. */
  SBTEST("id, k, c, pad", true),

  /** {@code Farticle_id, Fcontent}: long texts under a key of 14 digits, no secondary index. */
  DOCUMENT("Farticle_id, Fcontent", false);

  private final String columns;
  private final boolean indexed;

  Shape(String columns, boolean indexed) {
    this.columns = columns;
    this.indexed = indexed;
  }

  /** The columns in the order in which rows are loaded. */
  public String columns() {
    return columns;
  }

  /** Whether there is a secondary index on {@code k}. */
  public boolean indexed() {
    return indexed;
  }
}
