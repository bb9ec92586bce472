package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.NearestName;
import dev.storagebench.sql.workload.Command.Place;
import dev.storagebench.sql.workload.Command.SqlText;
import dev.storagebench.sql.workload.Expression.Whole;
import dev.storagebench.sql.workload.Expression.WholeConstant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads scripts in pgbench's format, with the additions that {@code docs/sql-scripts.md} lists.
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgbench.html">pgbench, Custom Scripts</a>
 */
final class ScriptParser {
  private static final Pattern SPACE = Pattern.compile("\\s*");
  private static final Pattern BLANKS = Pattern.compile("[ \\t]*");
  private static final Pattern COMMENT = Pattern.compile("--([^\\n]*)");
  private static final Pattern BEHIND = Pattern.compile("[ \\t]*--[ \\t]*(expect[^\\n]*)");
  private static final Pattern COMMAND = Pattern.compile("\\\\(\\w*)[ \\t]*");
  private static final Pattern NAME = Pattern.compile("(\\w+)");
  private static final Pattern REPEAT = Pattern.compile("([1-9]\\d{0,8})[ \\t\\r]*(?:\\n|$)");
  private static final Pattern SLEEP =
      Pattern.compile("(?:(\\d{1,9})|:(\\w+))[ \\t]*(us|ms|s)?[ \\t\\r]*(?:\\n|$)");
  private static final Pattern NOTHING = Pattern.compile("[ \\t\\r]*(?:\\n|$)");
  private static final Pattern QUOTED =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`[^`]*+`|/\\*.*?\\*/|::",
          Pattern.DOTALL);
  private static final Pattern VARIABLE = Pattern.compile("(?<![\\w@]):(\\w+)");
  private static final Pattern TIMES = Pattern.compile("\\*([1-9]\\d{0,4})(?=\\s*\\))");
  private static final Pattern IN = Pattern.compile("(?is).*\\bin\\s*\\(\\s*");
  private static final Pattern BEGIN =
      Pattern.compile("(?is)(begin)(?: work| transaction)?|start transaction\\b.*");
  private static final Pattern COMMIT =
      Pattern.compile("(?is)(commit|end|rollback)(?: work| transaction)?");
  private static final Pattern READS =
      Pattern.compile("(?is)\\(*\\s*(select|show|with|explain|table|values)\\b.*");

  /** A block that is open. */
  private record Block(int at, int loop, int start, boolean inTransaction) {
    boolean isSetUp() {
      return loop < 0;
    }
  }

  private final Source source;
  private final Matcher matcher;
  private final Map<String, Place> variables = new LinkedHashMap<>();
  private final List<SqlText> setUp = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Deque<Block> blocks = new ArrayDeque<>();
  private int at;
  private int transactionAt = -1;
  private int calls;
  private int loops;
  private int statements;

  private ScriptParser(Source source) {
    this.source = source;
    this.matcher = SPACE.matcher(source.text());
    for (String name : Variables.PREDEFINED) {
      variables.put(name, new Place(variables.size(), new WholeConstant(0), false));
    }
  }

  /**
   * Reads a script.
   *
   * @param name for messages
   * @throws IllegalArgumentException with name, line and column if it is not understood
   */
  static Script parse(String name, String text) {
    return new ScriptParser(new Source(name, text)).script();
  }

  private Script script() {
    for (take(SPACE); at < source.text().length(); take(SPACE)) {
      int place = at;
      if (take(COMMENT)) {
        if (matcher.group(1).strip().startsWith("expect ")) {
          throw source.error(place, "expect must follow its statement's ';' on the same line");
        }
      } else if (take(COMMAND)) {
        command(matcher.group(1), place);
      } else {
        statement(place);
      }
    }
    if (!blocks.isEmpty()) {
      Block open = blocks.element();
      throw source.error(
          open.at(), "%s without \\end".formatted(open.isSetUp() ? "\\setup" : "\\repeat"));
    }
    if (transactionAt >= 0) {
      throw source.error(transactionAt, "BEGIN without COMMIT");
    }
    if (statements == 0) {
      throw source.error(0, "no statement");
    }
    return new Script(source.name(), setUp, commands, variables.size(), calls, loops, statements);
  }

  private boolean take(Pattern pattern) {
    boolean found =
        matcher
            .usePattern(pattern)
            .region(at, source.text().length())
            .useTransparentBounds(true)
            .lookingAt();
    at = found ? matcher.end() : at;
    return found;
  }

  private void command(String name, int place) {
    switch (name) {
      case "set" -> set();
      case "sleep" -> sleep();
      case "repeat" -> {
        int count = at;
        if (!take(REPEAT)) {
          throw source.error(count, "expected \\repeat N, N from 1 to 999999999");
        }
        long times = Long.parseLong(matcher.group(1));
        blocks.push(new Block(place, loops, commands.size(), transactionAt >= 0));
        commands.add(new Command.Repeat(loops++, times));
      }
      case "setup" -> {
        lineEnds("\\setup");
        if (!blocks.isEmpty() || !commands.isEmpty()) {
          throw source.error(place, "\\setup must stand before all other commands");
        }
        blocks.push(new Block(place, -1, 0, false));
      }
      case "end" -> {
        lineEnds("\\end");
        end(place);
      }
      default ->
          throw source.error(
              place,
              "\\%s is not supported; supported are \\set, \\sleep, \\repeat, \\setup, \\end"
                  .formatted(name));
    }
    if (!blocks.isEmpty() && blocks.element().isSetUp() && !name.equals("setup")) {
      throw source.error(place, "\\%s in \\setup, which takes statements only".formatted(name));
    }
  }

  private void lineEnds(String after) {
    if (!take(NOTHING)) {
      throw source.error(at, "expected the end of the line after " + after);
    }
  }

  private void set() {
    int place = at;
    if (!take(NAME)) {
      throw source.error(place, "expected \\set NAME EXPRESSION");
    }
    String name = matcher.group(1);
    take(BLANKS);
    int expression = at;
    ExpressionParser parser = new ExpressionParser(source, at, this::reference, () -> calls++);
    Expression value = parser.parse();
    at = parser.end();
    Place before = variables.get(name);
    if (before != null && !Expression.sameType(before.value(), value)) {
      throw source.error(
          place,
          "variable %s is %s, not %s; take another name"
              .formatted(name, before.value().type(), value.type()));
    }
    int slot = before == null ? variables.size() : before.slot();
    if (slot == Variables.ROWS || name.equals("tables")) {
      throw source.error(place, "variable %s is predefined and cannot be set".formatted(name));
    }
    variables.put(name, new Place(slot, value, false));
    commands.add(new Command.Assignment(source.at(expression), slot, value));
  }

  private Expression reference(String name, int place) {
    Place variable = variable(name, place);
    return Expression.variable(variable.slot(), variable.value());
  }

  private Place variable(String name, int place) {
    Place variable = variables.get(name);
    if (variable == null) {
      throw source.error(
          place,
          String.valueOf(NearestName.unknown("variable", name, variables.keySet()).getMessage()));
    }
    return variable;
  }

  private void sleep() {
    int place = at;
    if (!take(SLEEP)) {
      throw source.error(place, "expected \\sleep N [us|ms|s], N a number or :variable");
    }
    String unit = matcher.group(3);
    long nanos =
        unit == null || unit.equals("s") ? 1_000_000_000 : unit.equals("ms") ? 1_000_000 : 1_000;
    Expression count =
        matcher.group(1) != null
            ? new WholeConstant(Long.parseLong(matcher.group(1)))
            : reference(matcher.group(2), place);
    if (!(count instanceof Whole whole)) {
      throw source.error(place, "\\sleep takes an integer, not %s".formatted(count.type()));
    }
    commands.add(new Command.Sleep(whole, nanos));
  }

  private void end(int place) {
    if (blocks.isEmpty()) {
      throw source.error(place, "\\end without \\repeat or \\setup");
    }
    Block block = blocks.pop();
    if (block.isSetUp()) {
      return;
    }
    if (block.inTransaction() != transactionAt >= 0) {
      throw source.error(place, "a transaction must begin and end in the same \\repeat");
    }
    commands.add(new Command.End(block.loop(), block.start()));
  }

  private void statement(int place) {
    if (source.text().charAt(at) == '#') {
      throw source.error(place, "comments begin with --");
    }
    boolean inSetUp = !blocks.isEmpty() && blocks.element().isSetUp();
    List<Place> places = new ArrayList<>();
    SqlText text = sql(place, inSetUp, places);
    int expectedAt = at;
    Expectation expectation = Expectation.ANY;
    boolean expects = take(BEHIND);
    if (expects) {
      try {
        expectation = Expectation.parse(matcher.group(1).strip());
        expectedAt = matcher.start(1);
      } catch (IllegalArgumentException e) {
        throw source.error(matcher.start(1), String.valueOf(e.getMessage()));
      }
    }
    String sql = text.fill(name -> ":" + name);
    if (inSetUp) {
      setUp.add(text);
    } else if (BEGIN.matcher(sql).matches() || COMMIT.matcher(sql).matches()) {
      boundary(sql, place);
      expectation.require(false, false, source, expectedAt);
    } else {
      boolean reads = READS.matcher(sql).matches();
      expectation.require(reads, !reads, source, expectedAt);
      commands.add(
          new Command.Statement(
              statements++,
              source.at(place),
              text,
              List.copyOf(places),
              expectation,
              expected(expectation, expectedAt),
              reads));
    }
  }

  private Place expected(Expectation expectation, int place) {
    boolean names = !expectation.variable().isEmpty();
    Place expected = variable(names ? expectation.variable() : "table", place);
    if (names
        && expectation.kind() != Expectation.Kind.VALUE
        && !(expected.value() instanceof Whole)) {
      throw source.error(
          place,
          "variable %s is %s, expected the integer id of a row"
              .formatted(expectation.variable(), expected.value().type()));
    }
    return expected;
  }

  private void boundary(String sql, int place) {
    boolean begins = BEGIN.matcher(sql).matches();
    if (begins && transactionAt >= 0) {
      throw source.error(place, "BEGIN inside the transaction of " + source.at(transactionAt));
    }
    if (!begins && transactionAt < 0) {
      throw source.error(place, sql.toUpperCase(Locale.ROOT) + " without BEGIN");
    }
    transactionAt = begins ? place : -1;
    Matcher word = (begins ? BEGIN : COMMIT).matcher(sql);
    String plain = word.matches() && word.group(1) != null ? word.group(1) : sql;
    plain = plain.toUpperCase(Locale.ROOT);
    commands.add(new Command.Boundary(plain.equals("END") ? "COMMIT" : plain, begins));
  }

  /** Takes a statement and its semicolon, which may be missing at the very end. */
  private SqlText sql(int place, boolean inSetUp, List<Place> places) {
    List<String> parts = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    while (at < source.text().length()) {
      char next = source.text().charAt(at);
      if (next == ';') {
        at++;
        break;
      }
      if (take(COMMENT)) {
        continue;
      }
      if (take(QUOTED)) {
        sql.append(matcher.group());
      } else if (take(VARIABLE)) {
        String name = matcher.group(1);
        int start = matcher.start();
        Place variable = variable(name, start);
        if (inSetUp || variable.slot() == Variables.TABLE) {
          parts.add(sql.toString());
          parts.add(name);
          sql.setLength(0);
        } else {
          sql.append(values(variable, sql, places, start));
        }
      } else if (next == '\'' || next == '"' || next == '`') {
        throw source.error(at, "quote without its end");
      } else if (next == '\\') {
        throw source.error(place, "statement without ';' at its end");
      } else {
        sql.append(next);
        at++;
      }
    }
    parts.add(sql.toString().stripTrailing());
    return new SqlText(List.copyOf(parts));
  }

  /** The {@code ?} of a variable, or those of {@code IN (:name*100)}. */
  private String values(Place variable, CharSequence before, List<Place> places, int start) {
    if (!IN.matcher(before).matches() || !take(TIMES)) {
      places.add(variable);
      return "?";
    }
    if (variable.slot() < Variables.PREDEFINED.size()) {
      throw source.error(start, "a list draws a variable that \\set has set before");
    }
    int count = Integer.parseInt(matcher.group(1));
    places.addAll(Collections.nCopies(count, new Place(variable.slot(), variable.value(), true)));
    return String.join(", ", Collections.nCopies(count, "?"));
  }
}
