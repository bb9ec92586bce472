package dev.storagebench.sql.workload;

import dev.storagebench.sql.workload.Expression.Numeric;
import dev.storagebench.sql.workload.Expression.Real;
import dev.storagebench.sql.workload.Expression.RealConstant;
import dev.storagebench.sql.workload.Expression.TextConstant;
import dev.storagebench.sql.workload.Expression.Whole;
import dev.storagebench.sql.workload.Expression.WholeConstant;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles the expression of a {@code \set}, which ends with its line; a backslash at a line's end
 * continues it. Precedence and arithmetic are pgbench's: {@code + -} below {@code * / %} below
 * signs, division of integers truncates, an overflow is an error.
 */
final class ExpressionParser {
  private static final Pattern SPACE = Pattern.compile("(?:[ \\t\\r]|\\\\\\r?\\n)*");
  private static final Pattern NUMBER = Pattern.compile("\\d*\\.?\\d+\\.?(?:[eE][-+]?\\d+)?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern VARIABLE = Pattern.compile(":(\\w+)");
  private static final Pattern QUOTED = Pattern.compile("'((?:[^'\\n]|'')*)'");

  /** What a variable's name stands for. */
  interface Names {
    /**
     * A reference.
     *
     * @param at where it stands
     * @throws IllegalArgumentException with that place if there is no such variable
     */
    Expression reference(String name, int at);
  }

  private final Source source;
  private final Names names;
  private final IntSupplier sites;
  private final Matcher matcher;
  private int at;

  /**
   * A parser of one expression.
   *
   * @param at where it begins
   * @param sites numbers the calls of functions
   */
  ExpressionParser(Source source, int at, Names names, IntSupplier sites) {
    this.source = source;
    this.at = at;
    this.names = names;
    this.sites = sites;
    this.matcher = SPACE.matcher(source.text());
  }

  /** Where the line behind the expression begins. */
  int end() {
    return at;
  }

  /**
   * Compiles all of it.
   *
   * @throws IllegalArgumentException with file, line and column if it is not understood
   */
  Expression parse() {
    Expression expression = sum();
    if (at < source.text().length() && peek() != '\n') {
      throw source.error(at, "expected an operator (+ - * / %) or the end of the line");
    }
    at = Math.min(at + 1, source.text().length());
    return expression;
  }

  private boolean take(Pattern pattern) {
    boolean found = matcher.usePattern(pattern).region(at, source.text().length()).lookingAt();
    at = found ? matcher.end() : at;
    return found;
  }

  private char peek() {
    take(SPACE);
    return at < source.text().length() ? source.text().charAt(at) : '\n';
  }

  private boolean take(char expected) {
    boolean found = peek() == expected;
    at += found ? 1 : 0;
    return found;
  }

  private Expression sum() {
    Expression left = product();
    for (char next = peek(); next == '+' || next == '-'; next = peek()) {
      int place = at++;
      left = operation(next, left, product(), place);
    }
    return left;
  }

  private Expression product() {
    Expression left = signed();
    for (char next = peek(); next == '*' || next == '/' || next == '%'; next = peek()) {
      int place = at++;
      left = operation(next, left, signed(), place);
    }
    return left;
  }

  private Expression signed() {
    int place = at;
    if (take('+')) {
      return signed();
    }
    if (take('-')) {
      // The only number whose absolute value is not one.
      return take(Pattern.compile("9223372036854775808\\b"))
          ? new WholeConstant(Long.MIN_VALUE)
          : operation('-', new WholeConstant(0), signed(), place);
    }
    return operand();
  }

  private Expression operand() {
    if (take('(')) {
      Expression inner = sum();
      expect(')');
      return inner;
    }
    int place = at;
    if (take(NUMBER)) {
      return number(matcher.group(), place);
    }
    if (take(QUOTED)) {
      return new TextConstant(matcher.group(1).replace("''", "'"));
    }
    if (take(VARIABLE)) {
      return names.reference(matcher.group(1), place);
    }
    if (take(NAME)) {
      return call(matcher.group(), place);
    }
    throw source.error(
        place, "expected a number, a text in quotes, :variable, a function or a parenthesis");
  }

  private void expect(char expected) {
    if (!take(expected)) {
      throw source.error(at, "expected '" + expected + "'");
    }
  }

  private Expression number(String digits, int place) {
    try {
      return digits.chars().allMatch(Character::isDigit)
          ? new WholeConstant(Long.parseLong(digits))
          : new RealConstant(Double.parseDouble(digits));
    } catch (NumberFormatException e) {
      throw source.error(place, "'%s' is out of the range of integers".formatted(digits));
    }
  }

  private Expression call(String name, int place) {
    if (peek() != '(') {
      throw source.error(
          place, "expected '(' behind function %s; a variable is :%s".formatted(name, name));
    }
    at++;
    List<Expression> arguments = new ArrayList<>();
    if (!take(')')) {
      do {
        arguments.add(sum());
      } while (take(','));
      expect(')');
    }
    int site = sites.getAsInt();
    return located(place, () -> Functions.call(name, arguments, site));
  }

  private Expression operation(char operator, Expression left, Expression right, int place) {
    return located(
        place,
        () -> {
          if (!(left instanceof Numeric a && right instanceof Numeric b)) {
            throw new IllegalArgumentException(
                "operator %s between %s and %s; expected numbers"
                    .formatted(operator, left.type(), right.type()));
          }
          if (operator == '%' || (left instanceof Whole && right instanceof Whole)) {
            return operation(operator, Functions.toWhole(a), Functions.toWhole(b));
          }
          return a.isConstant() && b.isConstant()
              ? new RealConstant(apply(operator, a.constant(), b.constant()))
              : (Real) v -> apply(operator, a.real(v), b.real(v));
        });
  }

  /** An operation on integers, carried out at once if both are constants. */
  static Whole operation(char operator, Whole a, Whole b) {
    if (b instanceof WholeConstant y) {
      if (a instanceof WholeConstant x) {
        return new WholeConstant(apply(operator, x.value(), y.value()));
      }
      if (y.value() == 0 && (operator == '/' || operator == '%')) {
        throw new ArithmeticException("division by zero");
      }
    }
    return v -> apply(operator, a.whole(v), b.whole(v));
  }

  private static long apply(char operator, long a, long b) {
    return switch (operator) {
      case '+' -> Math.addExact(a, b);
      case '-' -> Math.subtractExact(a, b);
      case '*' -> Math.multiplyExact(a, b);
      default -> {
        if (b == 0) {
          throw new ArithmeticException("division by zero");
        }
        yield operator == '/' ? a / b : a % b;
      }
    };
  }

  private static double apply(char operator, double a, double b) {
    return switch (operator) {
      case '+' -> a + b;
      case '-' -> a - b;
      case '*' -> a * b;
      default -> {
        if (b == 0) {
          throw new ArithmeticException("division by zero");
        }
        yield a / b;
      }
    };
  }

  /** Gives a place to what is wrong. */
  private Expression located(int place, Supplier<Expression> compiled) {
    try {
      return compiled.get();
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      throw source.error(place, String.valueOf(e.getMessage()));
    }
  }
}
