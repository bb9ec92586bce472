package dev.storagebench.sql.workload;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a variable of one thread holds, and how it gets a new one. */
abstract class Value {

  /** Draws a new one for the table at hand. */
  abstract void draw(int table);

  /** Hands it to a statement. */
  abstract void bind(PreparedStatement statement, int place) throws SQLException;

  /** Stands for it in a digest. */
  abstract long digest();

  /** Whole numbers. */
  abstract static class Whole extends Value {
    long number;

    @Override
    void bind(PreparedStatement statement, int place) throws SQLException {
      statement.setLong(place, number);
    }

    @Override
    long digest() {
      return number;
    }
  }

  /** Whole numbers of columns of type {@code int}. */
  abstract static class Small extends Whole {
    @Override
    void bind(PreparedStatement statement, int place) throws SQLException {
      statement.setInt(place, (int) number);
    }
  }

  /** Texts and bytes. */
  abstract static class Bytes extends Value {
    byte[] bytes = new byte[0];

    @Override
    void bind(PreparedStatement statement, int place) throws SQLException {
      statement.setBytes(place, bytes);
    }

    @Override
    long digest() {
      return java.util.Arrays.hashCode(bytes);
    }
  }

  /** Texts that are drawn from a few. */
  abstract static class Text extends Value {
    String text = "";

    @Override
    void bind(PreparedStatement statement, int place) throws SQLException {
      statement.setString(place, text);
    }

    @Override
    long digest() {
      return text.hashCode();
    }
  }
}
