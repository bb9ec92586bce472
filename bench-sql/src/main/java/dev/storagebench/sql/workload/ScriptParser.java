package dev.storagebench.sql.workload;

import dev.storagebench.core.text.NearestName;
import dev.storagebench.sql.jdbc.RowInserts;
import dev.storagebench.sql.jdbc.SentStatements;
import dev.storagebench.sql.workload.Expression.ValueType;
import dev.storagebench.sql.workload.Script.Command;
import dev.storagebench.sql.workload.Script.Parameter;
import dev.storagebench.sql.workload.Script.Sql;
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
import org.jspecify.annotations.Nullable;

/**
 * Reads scripts in pgbench's format, with the additions that {@code docs/sql-scripts.md} lists.
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgbench.html">pgbench, Custom Scripts</a>
 */
final class ScriptParser {
  private static final Pattern SPACE = Pattern.compile("\\s*");
  private static final Pattern COMMENT = Pattern.compile("--([^\\n]*)");
  private static final Pattern EXPECT = Pattern.compile("[ \\t]*--[ \\t]*(expect[^\\n]*)");
  private static final Pattern COMMAND = Pattern.compile("\\\\(\\w*)[ \\t]*");
  private static final Pattern NAME = Pattern.compile("(\\w+)[ \\t]*");
  private static final Pattern REPEAT = Pattern.compile("([1-9]\\d{0,8})[ \\t\\r]*(?:\\n|$)");
  private static final Pattern LINE_END = Pattern.compile("[ \\t\\r]*(?:\\n|$)");
  // A text in quotes, a comment that the server reads, or any other character.
  private static final Pattern SQL =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`[^`]*+`|/\\*.*?\\*/|[^'\"`\\\\]",
          Pattern.DOTALL);
  private static final Pattern SEMICOLON = Pattern.compile(";");
  private static final Pattern VARIABLE = Pattern.compile("(?<![\\w@:]):(\\w+)");
  private static final Pattern TIMES = Pattern.compile("\\*([1-9]\\d{0,4})(?=\\s*\\))");
  private static final Pattern IN = Pattern.compile("(?is).*\\bin\\s*\\(\\s*");
  private static final Pattern BOUNDARY =
      Pattern.compile(
          "(?is)(?:(begin|start transaction\\b.*)|(commit|end|rollback))(?: work| transaction)?");
  private static final Pattern READS =
      Pattern.compile("(?is)\\(*\\s*(select|show|with|explain|table|values)\\b.*");

  /** A block that is open; a {@code \setup} has no counter. */
  private record Block(int place, int counter, int start, boolean inTransaction) {
    boolean isSetUp() {
      return counter < 0;
    }
  }

  /** A variable, and the expression that set it last; null for a predefined one. */
  private record Variable(int slot, ValueType type, @Nullable Expression value) {}

  private final ScriptText text;
  private final ExpressionParser expressions;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final List<Sql> setUp = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final Deque<Block> blocks = new ArrayDeque<>();
  private int transaction = -1;
  private int slots;
  private int statements;

  private ScriptParser(ScriptText text) {
    this.text = text;
    this.expressions = new ExpressionParser(text, this::reference);
    for (String name : Variables.PREDEFINED) {
      variables.put(name, new Variable(slots++, ValueType.INTEGER, null));
    }
  }

  /**
   * Reads a script.
   *
   * @param name for messages
   * @throws IllegalArgumentException with name, line and column if it is invalid
   */
  static Script parse(String name, String text) {
    return new ScriptParser(new ScriptText(name, text)).script();
  }

  private Script script() {
    for (text.take(SPACE); !text.atEnd(); text.take(SPACE)) {
      int place = text.position();
      if (text.take(COMMENT)) {
        if (text.group(1).strip().startsWith("expect ")) {
          throw text.error(place, "expect must follow its statement's ';' on the same line");
        }
      } else if (text.take(COMMAND)) {
        command(text.group(1), place);
      } else {
        statement(place);
      }
    }
    if (!blocks.isEmpty()) {
      Block open = blocks.element();
      throw text.error(
          open.place, "%s without \\end".formatted(open.isSetUp() ? "\\setup" : "\\repeat"));
    }
    if (transaction >= 0) {
      throw text.error(transaction, "BEGIN without COMMIT");
    }
    if (statements == 0) {
      throw text.error(0, "no statement");
    }
    List<Command> all = List.copyOf(commands);
    int calls = expressions.calls();
    return new Script(text.name(), List.copyOf(setUp), all, slots, calls, statements);
  }

  private boolean inSetUp() {
    return !blocks.isEmpty() && blocks.element().isSetUp();
  }

  private void command(String name, int place) {
    if (inSetUp() && !name.equals("end")) {
      throw text.error(place, "\\%s in \\setup, which takes statements only".formatted(name));
    }
    switch (name) {
      case "set" -> set();
      case "repeat" -> {
        require(REPEAT, "expected \\repeat N, N from 1 to 999999999");
        Expression times = Expression.constant(Long.parseLong(text.group(1)));
        blocks.push(new Block(place, slots, commands.size(), transaction >= 0));
        commands.add(new Script.Assignment(text.place(place), slots++, times));
      }
      case "setup" -> {
        require(LINE_END, "expected the end of the line after \\setup");
        if (!blocks.isEmpty() || !commands.isEmpty()) {
          throw text.error(place, "\\setup must come before all other commands");
        }
        blocks.push(new Block(place, -1, 0, false));
      }
      case "end" -> {
        require(LINE_END, "expected the end of the line after \\end");
        end(place);
      }
      default ->
          throw text.error(
              place,
              "\\%s is not supported (valid: \\set, \\repeat, \\setup, \\end)".formatted(name));
    }
  }

  private void require(Pattern pattern, String message) {
    if (!text.take(pattern)) {
      throw text.error(text.position(), message);
    }
  }

  private void set() {
    int place = text.position();
    require(NAME, "expected \\set NAME EXPRESSION");
    String name = text.group(1);
    int start = text.position();
    Expression value = expressions.parse();
    Variable before = variables.get(name);
    if (before != null && before.type != value.type()) {
      throw text.error(
          place,
          "variable %s is %s, not %s; take another name"
              .formatted(name, before.type, value.type()));
    }
    int slot = before == null ? slots++ : before.slot;
    if (slot == Variables.ROWS || slot == Variables.TABLES) {
      throw text.error(place, "variable %s is predefined and cannot be set".formatted(name));
    }
    variables.put(name, new Variable(slot, value.type(), value));
    commands.add(new Script.Assignment(text.place(start), slot, value));
  }

  private Expression reference(String name, int place) {
    Variable variable = variable(name, place);
    int slot = variable.slot;
    return new Expression(variable.type, null, values -> values.get(slot));
  }

  private Variable variable(String name, int place) {
    Variable variable = variables.get(name);
    if (variable == null) {
      throw text.error(
          place,
          String.valueOf(NearestName.unknown("variable", name, variables.keySet()).getMessage()));
    }
    return variable;
  }

  private void end(int place) {
    if (blocks.isEmpty()) {
      throw text.error(place, "\\end without \\repeat or \\setup");
    }
    Block block = blocks.pop();
    if (block.inTransaction != transaction >= 0) {
      throw text.error(place, "a transaction must begin and end in the same \\repeat");
    }
    if (!block.isSetUp()) {
      commands.add(new Script.End(block.counter, block.start));
    }
  }

  private void statement(int place) {
    if (text.next() == '#') {
      throw text.error(place, "comments begin with --");
    }
    List<Parameter> parameters = new ArrayList<>();
    Sql sql = sql(place, parameters);
    String whole = sql.fill(name -> ":" + name);
    Matcher boundary = BOUNDARY.matcher(whole);
    boolean isBoundary = boundary.matches();
    boolean reads = READS.matcher(whole).matches();
    int end = text.position();
    Expectation expectation = expectation(reads);
    if (isBoundary && !expectation.equals(Expectation.ANY)) {
      throw text.error(end, whole + " has no answer to expect");
    }
    if (inSetUp()) {
      setUp.add(sql);
    } else if (isBoundary) {
      boundary(boundary, place);
    } else {
      commands.add(
          new Script.Statement(
              statements++,
              text.place(place),
              sql,
              List.copyOf(parameters),
              expectation,
              expectation.variable().isEmpty() ? 0 : variables.get(expectation.variable()).slot,
              reads,
              SentStatements.kindOf(whole)));
    }
  }

  private Expectation expectation(boolean reads) {
    if (!text.take(EXPECT)) {
      return Expectation.ANY;
    }
    int place = text.start(1);
    Expectation expectation = text.located(place, () -> Expectation.parse(text.group(1).strip()));
    if (!expectation.fits(reads)) {
      throw text.error(
          place,
          reads
              ? "a statement that reads changes no rows"
              : "a statement that changes returns no rows; expect N changed");
    }
    String name = expectation.variable();
    if (!name.isEmpty()) {
      Variable variable = variable(name, place);
      if (expectation.namesRow() && variable.type != ValueType.INTEGER) {
        throw text.error(
            place,
            "variable %s is %s (expected the integer id of a row)".formatted(name, variable.type));
      }
    }
    return expectation;
  }

  private void boundary(Matcher boundary, int place) {
    boolean begins = boundary.group(1) != null;
    if (begins && transaction >= 0) {
      throw text.error(place, "BEGIN inside the transaction of " + text.place(transaction));
    }
    if (!begins && transaction < 0) {
      throw text.error(place, boundary.group().toUpperCase(Locale.ROOT) + " without BEGIN");
    }
    transaction = begins ? place : -1;
    String sql = boundary.group(begins ? 1 : 2).toUpperCase(Locale.ROOT);
    commands.add(new Script.Boundary(sql.equals("END") ? "COMMIT" : sql, begins));
  }

  /** Takes a statement and its semicolon, which may be missing at the very end. */
  private Sql sql(int place, List<Parameter> parameters) {
    List<String> parts = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    while (!text.atEnd() && !text.take(SEMICOLON)) {
      int here = text.position();
      if (text.take(VARIABLE)) {
        String name = text.group(1);
        Variable variable = variable(name, here);
        if (inSetUp() || variable.slot == Variables.TABLE) {
          parts.add(sql.toString());
          parts.add(name);
          sql.setLength(0);
        } else {
          sql.append(placeholders(variable, sql, parameters, here));
        }
        if (parameters.size() > RowInserts.MAX_PARAMETERS) {
          throw text.error(
              place, "more than " + RowInserts.MAX_PARAMETERS + " parameters in a statement");
        }
      } else if (!text.take(COMMENT)) {
        if (!text.take(SQL)) {
          throw text.next() == '\\'
              ? text.error(place, "statement without ';' at its end")
              : text.error(here, "unterminated quote");
        }
        sql.append(text.group(0));
      }
    }
    parts.add(sql.toString().stripTrailing());
    return new Sql(List.copyOf(parts));
  }

  /** The {@code ?} of a variable, or those of {@code IN (:name*100)}. */
  private String placeholders(
      Variable variable, CharSequence before, List<Parameter> parameters, int place) {
    // However long the statement is, its last 100 characters tell.
    int end = before.length();
    if (!IN.matcher(before).region(Math.max(0, end - 100), end).matches() || !text.take(TIMES)) {
      parameters.add(new Parameter(variable.slot, null));
      return "?";
    }
    if (variable.value == null) {
      throw text.error(place, "a list needs a variable that \\set has set before");
    }
    int count = Integer.parseInt(text.group(1));
    parameters.addAll(Collections.nCopies(count, new Parameter(variable.slot, variable.value)));
    return String.join(", ", Collections.nCopies(count, "?"));
  }
}
