package dev.storagebench.sql.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads scripts. A line is empty, a comment after {@code #}, a declaration {@code let NAME = TYPE
 * …}, {@code begin} or {@code commit}, or belongs to a statement, which ends with a semicolon:
 *
 * <pre>{@code
 * let id = row
 * let to = id + 99
 * begin
 * 10 x SELECT c FROM {table} WHERE id = :id; -- expect c of id
 * SELECT SUM(k) FROM {table} WHERE id BETWEEN :id AND :to; -- expect 1 row
 * DELETE FROM {same table} WHERE id = :id; -- expect 1 changed
 * INSERT INTO {same table} (id, k) VALUES (@id, 1);
 * commit
 * }</pre>
 *
 * <p>{@code :name} draws a new value, once for a statement, {@code @name} is the one drawn last,
 * {@code :name*100} stands for a hundred new ones with commas between. {@code {table}} draws a
 * table, {@code {same table}} is the one drawn last. {@code setup} before a statement has it
 * carried out once, in the beginning.
 */
final class ScriptText {
  private static final Pattern LET = Pattern.compile("let\\s+(\\w+)\\s*=\\s*(\\w[\\w-]*)\\s*(.*)");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?s)(?:(\\d+)\\s*x\\s+)?(?:(setup)\\s+)?(.*?);\\s*(?:--\\s*expect\\s+(.*?))?\\s*");
  private static final Pattern PLACE =
      Pattern.compile("'(?:[^'\\\\]|\\\\.|'')*'|(?<![:@\\w])([:@])([A-Za-z_]\\w*)(?:\\*(\\d+))?");
  private static final Pattern READS =
      Pattern.compile("(?is)\\s*(select|show|with|explain|table|values)\\b.*");
  private static final String SAME_TABLE = "{same table}";

  private final String name;
  private final List<Declaration> declarations = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> setUp = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private boolean begun;
  private boolean committed;
  private int lineNumber;

  private ScriptText(String name) {
    this.name = name;
  }

  /**
   * Reads a script.
   *
   * @param name for messages
   * @throws IllegalArgumentException with name and line if it is not understood
   */
  static Script parse(String name, String text) {
    return new ScriptText(name).script(text);
  }

  private Script script(String text) {
    StringBuilder statement = new StringBuilder();
    for (String line : text.lines().toList()) {
      lineNumber++;
      String trimmed = line.strip();
      if (trimmed.startsWith("#") || trimmed.isEmpty()) {
        continue;
      }
      try {
        statement.append(statement.isEmpty() ? "" : "\n").append(trimmed);
        if (take(statement.toString())) {
          statement.setLength(0);
        }
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()), e);
      }
    }
    if (!statement.isEmpty()) {
      throw wrong("a statement without ';' at its end", null);
    }
    if (steps.isEmpty() || begun != committed) {
      throw wrong(steps.isEmpty() ? "no statement" : "begin without commit", null);
    }
    return new Script(name, declarations, setUp, begun, steps);
  }

  private IllegalArgumentException wrong(
      String what, @org.jspecify.annotations.Nullable Throwable e) {
    return new IllegalArgumentException("%s:%d: %s".formatted(name, lineNumber, what), e);
  }

  /** Takes what has been read so far; false if it is only the beginning of a statement. */
  private boolean take(String text) {
    String word = text.toLowerCase(Locale.ROOT).replaceAll(";$", "");
    if (word.equals("begin")) {
      if (begun || !steps.isEmpty()) {
        throw new IllegalArgumentException("begin must stand before the first statement, once");
      }
      begun = true;
      return true;
    }
    if (word.equals("commit")) {
      committed = true;
      return true;
    }
    Matcher let = LET.matcher(text);
    if (let.matches()) {
      declare(let);
      return true;
    }
    Matcher statement = STATEMENT.matcher(text);
    if (!statement.matches()) {
      return false;
    }
    if (committed) {
      throw new IllegalArgumentException("a statement after commit");
    }
    if (statement.group(2) != null) {
      setUp.add(statement.group(3));
    } else {
      steps.add(step(statement));
    }
    return true;
  }

  private void declare(Matcher let) {
    if (!names.add(let.group(1))) {
      throw new IllegalArgumentException("variable " + let.group(1) + " is declared twice");
    }
    List<String> arguments =
        Arrays.stream(let.group(3).trim().split("\\s+")).filter(word -> !word.isEmpty()).toList();
    declarations.add(new Declaration(let.group(1), let.group(2), arguments));
  }

  private Step step(Matcher statement) {
    int times = statement.group(1) == null ? 1 : Integer.parseInt(statement.group(1));
    String expected = statement.group(4);
    String sql = statement.group(3);
    List<Step.Place> places = new ArrayList<>();
    Set<String> drawn = new HashSet<>();
    StringBuilder prepared = new StringBuilder();
    Matcher place = PLACE.matcher(sql);
    while (place.find()) {
      String variable = place.group(2);
      if (variable == null || !names.contains(variable)) {
        if (variable != null && place.group(1).equals(":")) {
          throw new IllegalArgumentException(
              "variable :%s is not declared; there are %s".formatted(variable, names));
        }
        // A text, or a variable of the server's own.
        place.appendReplacement(prepared, Matcher.quoteReplacement(place.group()));
        continue;
      }
      int count = place.group(3) == null ? 1 : Integer.parseInt(place.group(3));
      for (int i = 0; i < count; i++) {
        places.add(new Step.Place(variable, count > 1));
      }
      if (count == 1 && place.group(1).equals(":")) {
        drawn.add(variable);
      }
      place.appendReplacement(
          prepared, String.join(", ", java.util.Collections.nCopies(count, "?")));
    }
    place.appendTail(prepared);
    Expectation expectation =
        expected == null ? Expectation.ANY : Expectation.parse(expected.strip());
    if (!expectation.variable().isEmpty() && !names.contains(expectation.variable())) {
      throw new IllegalArgumentException(
          "variable %s is not declared; there are %s".formatted(expectation.variable(), names));
    }
    return new Step(
        prepared.toString().replace(SAME_TABLE, Step.TABLE),
        times,
        declarations.stream().map(Declaration::name).filter(drawn::contains).toList(),
        List.copyOf(places),
        sql.contains(Step.TABLE),
        expectation,
        READS.matcher(sql).matches());
  }
}
