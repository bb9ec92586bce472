package dev.storagebench.sql.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement's answer must be, from the comment behind it.
 *
 * @param kind what is looked at beside the number of rows
 * @param least rows at least, or rows changed
 * @param most rows at most
 * @param variable the one that is named; empty if none
 */
record Expectation(Kind kind, long least, long most, String variable) {
  /** Any answer. */
  static final Expectation ANY = new Expectation(Kind.ANY, 0, Long.MAX_VALUE, "");

  private static final Pattern ROWS =
      Pattern.compile("expect (\\d{1,18})(?:\\.\\.(\\d{0,18}))? rows?");
  private static final Pattern CHANGED = Pattern.compile("expect (\\d{1,18}) changed");
  private static final Pattern VARIABLE = Pattern.compile("expect (c of|text of|value) :(\\w+)");
  private static final String WHOLE = "expect whole rows";

  /** What is looked at. */
  enum Kind {
    /** Nothing. */
    ANY,
    /** How many rows there are. */
    COUNT,
    /** One row with one column, the {@code c} of the row that a variable names. */
    C,
    /** The same for a document's text. */
    TEXT,
    /** One row with one column, which equals a variable. */
    VALUE,
    /** Rows of {@code id, k, c, pad}, one at least. */
    WHOLE,
    /** How many rows were changed. */
    CHANGED
  }

  static Expectation parse(String text) {
    Matcher rows = ROWS.matcher(text);
    if (rows.matches()) {
      long least = Long.parseLong(rows.group(1));
      String most = rows.group(2);
      return new Expectation(
          Kind.COUNT,
          least,
          most == null ? least : most.isEmpty() ? Long.MAX_VALUE : Long.parseLong(most),
          "");
    }
    Matcher changed = CHANGED.matcher(text);
    if (changed.matches()) {
      long count = Long.parseLong(changed.group(1));
      return new Expectation(Kind.CHANGED, count, count, "");
    }
    Matcher of = VARIABLE.matcher(text);
    if (of.matches()) {
      Kind kind =
          switch (of.group(1)) {
            case "c of" -> Kind.C;
            case "text of" -> Kind.TEXT;
            default -> Kind.VALUE;
          };
      return new Expectation(kind, 1, 1, of.group(2));
    }
    if (text.equals(WHOLE)) {
      return new Expectation(Kind.WHOLE, 1, Long.MAX_VALUE, "");
    }
    throw new IllegalArgumentException(
        "'%s' is not understood; expected N rows, N..M rows, N changed, c of :NAME, text of :NAME, value :NAME or whole rows"
            .formatted(text));
  }

  /** Refuses what the kind of a statement cannot answer. */
  void require(boolean reads, boolean changes, Source source, int at) {
    boolean fits = kind == Kind.ANY || (kind == Kind.CHANGED ? changes : reads);
    if (!fits) {
      throw source.error(
          at,
          reads
              ? "a statement that reads changes no rows"
              : changes ? "a statement that changes gives no rows; expect N changed" : "no answer");
    }
  }

  /** The number of rows, for messages. */
  String count() {
    return least == most ? Long.toString(least) : least + " to " + most;
  }
}
