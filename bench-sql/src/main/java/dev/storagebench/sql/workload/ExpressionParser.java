package dev.storagebench.sql.workload;

import dev.storagebench.sql.workload.Expression.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Compiles the expression of a {@code \set}, which ends with its line; a backslash at a line's end
 * continues it. Precedence is pgbench's: {@code + -} below {@code * / %} below signs.
 */
final class ExpressionParser {
  private static final Pattern SPACE = Pattern.compile("(?:[ \\t\\r]|\\\\\\r?\\n)*+");
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("\\d+");
  // The only number whose absolute value is not one.
  private static final Pattern MIN_VALUE = Pattern.compile("9223372036854775808\\b");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern VARIABLE = Pattern.compile(":(\\w+)");
  // By their precedence, the lowest first.
  private static final List<String> OPERATORS = List.of("+-", "*/%");
  // Expressions nest in each other, when they are compiled and when they are computed.
  private static final int MAX_OPERANDS = 100;

  private final ScriptText text;
  // A reference to the variable of a name; refuses an unknown one, which stands at a place.
  private final BiFunction<String, Integer, Expression> scope;
  private int calls;
  private int operands;

  ExpressionParser(ScriptText text, BiFunction<String, Integer, Expression> scope) {
    this.text = text;
    this.scope = scope;
  }

  /** How many calls of functions there were. */
  int calls() {
    return calls;
  }

  /**
   * Compiles the rest of a line.
   *
   * @throws IllegalArgumentException with file, line and column if it is invalid
   */
  Expression parse() {
    operands = 0;
    Expression expression = operations(0);
    if (next() != '\n') {
      throw text.error(text.position(), "expected an operator (+ - * / %) or the end of the line");
    }
    text.skip();
    return expression;
  }

  private char next() {
    text.take(SPACE);
    return text.next();
  }

  private boolean take(char expected) {
    if (next() != expected) {
      return false;
    }
    text.skip();
    return true;
  }

  private void expect(char expected) {
    if (!take(expected)) {
      throw text.error(text.position(), "expected '" + expected + "'");
    }
  }

  private Expression operations(int precedence) {
    if (precedence == OPERATORS.size()) {
      return signed();
    }
    Expression left = operations(precedence + 1);
    for (char next = next(); OPERATORS.get(precedence).indexOf(next) >= 0; next = next()) {
      int place = text.position();
      text.skip();
      left = operation(next, left, operations(precedence + 1), place);
    }
    return left;
  }

  private Expression signed() {
    if (++operands > MAX_OPERANDS) {
      throw text.error(
          text.position(),
          "more than %d operands, signs and parentheses; use several \\set"
              .formatted(MAX_OPERANDS));
    }
    if (take('+')) {
      return signed();
    }
    int place = text.position();
    if (take('-')) {
      return text.take(MIN_VALUE)
          ? Expression.constant(Long.MIN_VALUE)
          : operation('-', Expression.constant(0L), signed(), place);
    }
    return operand(place);
  }

  private Expression operand(int place) {
    if (take('(')) {
      Expression inner = operations(0);
      expect(')');
      return inner;
    }
    if (text.take(NUMBER)) {
      return Expression.constant(number(text.group(0), place));
    }
    if (text.take(VARIABLE)) {
      return scope.apply(text.group(1), place);
    }
    if (text.take(NAME)) {
      return call(text.group(0), place);
    }
    throw text.error(place, "expected a number, :variable, a function or a parenthesis");
  }

  private Object number(String digits, int place) {
    try {
      return INTEGER.matcher(digits).matches()
          ? (Object) Long.parseLong(digits)
          : (Object) Double.parseDouble(digits);
    } catch (NumberFormatException e) {
      throw text.error(place, "'%s' is out of the range of integers".formatted(digits));
    }
  }

  private Expression call(String name, int place) {
    if (!take('(')) {
      throw text.error(
          place, "expected '(' after function %s; a variable is :%s".formatted(name, name));
    }
    List<Expression> arguments = new ArrayList<>();
    if (!take(')')) {
      do {
        arguments.add(operations(0));
      } while (take(','));
      expect(')');
    }
    int call = calls++;
    return text.located(place, () -> Functions.call(name, arguments, call));
  }

  private Expression operation(char operator, Expression left, Expression right, int place) {
    if (!left.isNumber() || !right.isNumber()) {
      throw text.error(
          place,
          "operator %s between %s and %s (expected numbers)"
              .formatted(operator, left.type(), right.type()));
    }
    Object a = left.constant();
    Object b = right.constant();
    if (b != null && (a != null || operator == '/' || operator == '%')) {
      // Of a division the divisor alone may be wrong.
      Expression result =
          text.located(
              place,
              () -> Expression.constant(Expression.arithmetic(operator, a == null ? 1L : a, b)));
      if (a != null) {
        return result;
      }
    }
    ValueType type =
        operator == '%' || (left.type() == ValueType.INTEGER && right.type() == ValueType.INTEGER)
            ? ValueType.INTEGER
            : ValueType.DOUBLE;
    return new Expression(
        type, null, v -> Expression.arithmetic(operator, left.value(v), right.value(v)));
  }
}
