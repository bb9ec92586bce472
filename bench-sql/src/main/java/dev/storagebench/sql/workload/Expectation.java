package dev.storagebench.sql.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement's answer must be, as a script says behind the statement: {@code -- expect N
 * rows}, {@code N..M rows}, {@code c of NAME}, {@code whole rows}, {@code text of NAME}, {@code N
 * changed}.
 *
 * @param kind what is looked at beside the number of rows
 * @param least rows at least, or rows changed
 * @param most rows at most
 * @param variable whose row the answer must belong to; empty if none
 */
record Expectation(Kind kind, long least, long most, String variable) {
  /** Any answer. */
  static final Expectation ANY = new Expectation(Kind.COUNT, 0, Long.MAX_VALUE, "");

  private static final Pattern ROWS = Pattern.compile("(\\d+)(?:\\.\\.(\\d*))? rows?");
  private static final Pattern CHANGED = Pattern.compile("(\\d+) changed");
  private static final Pattern OF = Pattern.compile("(c|text) of (\\w+)");
  private static final String WHOLE = "whole rows";

  /** What is looked at. */
  enum Kind {
    /** How many rows there are. */
    COUNT,
    /** One row with one column, the {@code c} of the row that a variable names. */
    C,
    /** The same for a document's text. */
    TEXT,
    /** Rows of {@code id, k, c, pad}, one at least. */
    WHOLE,
    /** How many rows were changed. */
    CHANGED
  }

  static Expectation parse(String text) {
    Matcher rows = ROWS.matcher(text);
    Matcher changed = CHANGED.matcher(text);
    Matcher of = OF.matcher(text);
    if (rows.matches()) {
      long least = Long.parseLong(rows.group(1));
      String most = rows.group(2);
      return new Expectation(
          Kind.COUNT,
          least,
          most == null ? least : most.isEmpty() ? Long.MAX_VALUE : Long.parseLong(most),
          "");
    }
    if (changed.matches()) {
      long count = Long.parseLong(changed.group(1));
      return new Expectation(Kind.CHANGED, count, count, "");
    }
    if (of.matches()) {
      return new Expectation(of.group(1).equals("c") ? Kind.C : Kind.TEXT, 1, 1, of.group(2));
    }
    if (text.equals(WHOLE)) {
      return new Expectation(Kind.WHOLE, 1, Long.MAX_VALUE, "");
    }
    throw new IllegalArgumentException(
        "'expect %s' is not understood; expected N rows, N..M rows, N changed, c of NAME, text of NAME or %s"
            .formatted(text, WHOLE));
  }
}
