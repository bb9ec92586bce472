package dev.storagebench.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Rows of one table that go to the server together, as one transaction. */
public interface RowBatch {

  /** Adds a row. */
  void add(List<byte[]> columns);

  /** How many bytes it has by now. */
  int length();

  /** Sends the rows; by another thread than the one that added them. */
  void send(Connection connection) throws SQLException;
}
