package dev.storagebench.sql.workload;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The expected answer of a statement, from the comment that follows it.
 *
 * @param kind checked in addition to the number of rows
 * @param min rows at least, or rows changed
 * @param max rows at most
 * @param variable the one that is named; empty if none
 */
record Expectation(Kind kind, long min, long max, String variable) {
  /** Any answer. */
  static final Expectation ANY = new Expectation(Kind.ANY, 0, Long.MAX_VALUE, "");

  private static final Pattern FORM =
      Pattern.compile(
          "expect (?:(?<min>\\d{1,18})(?<range>\\.\\.(?<max>\\d{0,18}))? rows?"
              + "|(?<changed>\\d{1,18}) changed|(?<whole>whole rows)"
              + "|(?<kind>c of|text of|value) :(?<variable>\\w+))");

  /** Property of an answer that is checked. */
  enum Kind {
    /** Nothing. */
    ANY,
    /** The number of rows. */
    COUNT,
    /** One row with one column, the {@code c} of the row that a variable names. */
    C,
    /** Like {@link #C}, for a document's text. */
    TEXT,
    /** One row with one column, which equals a variable. */
    VALUE,
    /** Rows of {@code id, k, c, pad}, one at least. */
    WHOLE,
    /** The number of rows that were changed. */
    CHANGED
  }

  static Expectation parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "invalid expectation '%s' (expected N rows, N..M rows, N changed, c of :NAME, text of :NAME, value :NAME or whole rows)"
              .formatted(text));
    }
    if (form.group("min") != null) {
      long min = Long.parseLong(form.group("min"));
      String max = form.group("max");
      return new Expectation(
          Kind.COUNT,
          min,
          max == null ? min : max.isEmpty() ? Long.MAX_VALUE : Long.parseLong(max),
          "");
    }
    if (form.group("changed") != null) {
      long count = Long.parseLong(form.group("changed"));
      return new Expectation(Kind.CHANGED, count, count, "");
    }
    if (form.group("whole") != null) {
      return new Expectation(Kind.WHOLE, 1, Long.MAX_VALUE, "");
    }
    String kind = form.group("kind").replace(" of", "").toUpperCase(Locale.ROOT);
    return new Expectation(Kind.valueOf(kind), 1, 1, form.group("variable"));
  }

  /** Whether a statement that returns rows, or one that changes them, has such an answer. */
  boolean fits(boolean reads) {
    return kind == Kind.ANY || reads == (kind != Kind.CHANGED);
  }

  /** Whether the variable is the id of a row. */
  boolean namesRow() {
    return kind == Kind.C || kind == Kind.TEXT;
  }

  /** The number of rows, for messages. */
  String count() {
    return min == max ? Long.toString(min) : min + " to " + max;
  }
}
