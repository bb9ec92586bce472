package dev.storagebench.sql.workload;

import java.util.List;
import java.util.function.UnaryOperator;

/** One step of a script; blocks are jumps. */
sealed interface Command {

  /** {@code \set}, with file, line and column. */
  record Assignment(String at, int slot, Expression value) implements Command {}

  /** {@code \sleep}. */
  record Sleep(Expression.Whole count, long unitNanos) implements Command {}

  /** {@code \repeat}: the beginning of a loop. */
  record Repeat(int loop, long times) implements Command {}

  /** {@code \end} of a loop: goes back to the command behind its beginning. */
  record End(int loop, int start) implements Command {}

  /** {@code BEGIN}, or {@code COMMIT} and {@code ROLLBACK}, as they are sent. */
  record Boundary(String sql, boolean begins) implements Command {}

  /**
   * A statement.
   *
   * @param index which of the script's
   * @param at file, line and column
   * @param text with {@code ?} for values
   * @param places whose value each {@code ?} is
   * @param expectation what the answer must be
   * @param expected the variable that the expectation names, any if it names none
   * @param reads whether it gives rows
   */
  record Statement(
      int index,
      String at,
      SqlText text,
      List<Place> places,
      Expectation expectation,
      Place expected,
      boolean reads)
      implements Command {

    boolean namesTable() {
      return text.parts().size() > 1;
    }

    String on(String table) {
      return text.fill(name -> table);
    }

    /** For messages. */
    String sql() {
      return on(":table");
    }
  }

  /**
   * A place for a value.
   *
   * @param slot of the variable
   * @param value the expression by which it was set
   * @param fresh whether it is set again for this place, one of a list
   */
  record Place(int slot, Expression value, boolean fresh) {}

  /**
   * SQL with variables that are filled in as text.
   *
   * @param parts SQL and names of variables by turns, beginning and ending with SQL
   */
  record SqlText(List<String> parts) {
    String fill(UnaryOperator<String> value) {
      StringBuilder sql = new StringBuilder();
      for (int i = 0; i < parts.size(); i++) {
        sql.append(i % 2 == 0 ? parts.get(i) : value.apply(parts.get(i)));
      }
      return sql.toString();
    }
  }
}
