package dev.storagebench.sql.postgresql;

import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.jdbc.RowBatch;
import dev.storagebench.sql.jdbc.RowInserts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.postgresql.PGConnection;

/** PostgreSQL's SQL. */
class PostgresqlDialect extends Dialect {
  private static final String UNIQUE_VIOLATION = "23505";

  /**
   * The SQL of an external server, which need not be the latest: CRC32 came with PostgreSQL 18. A
   * text takes the type of its column, since casts of our own are no part of it.
   */
  static final class External extends PostgresqlDialect {
    @Override
    protected String checksumOf(String bytes) {
      return "('x' || left(encode(sha256(%s), 'hex'), 8))::bit(32)::bigint".formatted(bytes);
    }

    /** The first 32 bits of a SHA-256. */
    @Override
    public long checksum(byte[] column) {
      return Integer.toUnsignedLong(ByteBuffer.wrap(DigestUtils.sha256(column)).getInt());
    }

    @Override
    public void bindText(PreparedStatement statement, int parameter, byte[] text)
        throws SQLException {
      statement.setString(parameter, new String(text, StandardCharsets.UTF_8));
    }
  }

  @Override
  public RowBatch bulkBatch(String table, String columns, boolean replaces) {
    return new Copy(table, columns, replaces);
  }

  /**
   * Rows as input of {@code COPY} in its binary format. It cannot replace rows: a batch with a key
   * that is in the table already is sent again, as {@code INSERT … ON CONFLICT}.
   *
   * @see <a href="https://www.postgresql.org/docs/current/sql-copy.html">COPY, file formats</a>
   */
  private final class Copy extends RowInserts {
    private static final int BUFFER_BYTES = 64 << 10;

    private final String sql;
    private final boolean replaces;
    // Columns before this one are numbers, which rows have as text.
    private final int numbers;

    Copy(String table, String columns, boolean replaces) {
      super(PostgresqlDialect.this, table, columns);
      this.sql = "COPY %s (%s) FROM STDIN (FORMAT binary)".formatted(quoted(table), columns);
      this.replaces = replaces;
      this.numbers = columns.startsWith("id, k") ? 2 : 0;
    }

    @Override
    public void send(Connection connection) throws SQLException {
      try {
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(sql, new ByteArrayInputStream(encoded()), BUFFER_BYTES);
      } catch (IOException e) {
        throw new SQLException(e);
      } catch (SQLException e) {
        if (!replaces || !UNIQUE_VIOLATION.equals(e.getSQLState())) {
          throw e;
        }
        super.send(connection);
      }
    }

    private byte[] encoded() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(length() + length() / 8);
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeBytes("PGCOPY\n\377\r\n\0");
      out.writeLong(0); // flags, length of the header's extension
      for (List<byte[]> row : rows.values()) {
        out.writeShort(row.size());
        for (int i = 0; i < row.size(); i++) {
          byte[] column = row.get(i);
          if (i < numbers) {
            out.writeInt(Integer.BYTES);
            out.writeInt(Integer.parseInt(new String(column, StandardCharsets.US_ASCII)));
          } else {
            out.writeInt(column.length);
            out.write(column);
          }
        }
      }
      out.writeShort(-1);
      return bytes.toByteArray();
    }
  }
}
