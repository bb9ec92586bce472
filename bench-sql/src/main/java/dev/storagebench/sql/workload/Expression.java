package dev.storagebench.sql.workload;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression. Integers are {@link Long}s, doubles {@link Double}s, texts {@link String}s
 * or, as contents of a column, {@code byte[]}s.
 *
 * @param constant its value if that depends on no variable and no random number
 */
record Expression(ValueType type, @Nullable Object constant, Function<Variables, Object> code) {

  /** Type of a variable's or an expression's value. */
  enum ValueType {
    INTEGER("an integer"),
    DOUBLE("a double"),
    TEXT("a text");

    private final String label;

    ValueType(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  static Expression constant(Object value) {
    ValueType type =
        value instanceof Long
            ? ValueType.INTEGER
            : value instanceof Double ? ValueType.DOUBLE : ValueType.TEXT;
    return new Expression(type, value, variables -> value);
  }

  Object value(Variables variables) {
    return code.apply(variables);
  }

  boolean isNumber() {
    return type != ValueType.TEXT;
  }

  /** A number as an integer: a double is rounded to the nearest, as pgbench casts. */
  static long integer(Object number) {
    if (number instanceof Long integer) {
      return integer;
    }
    double real = (Double) number;
    if (!(Math.abs(real) < 0x1p63)) {
      throw new ArithmeticException(real + " is out of the range of integers");
    }
    return (long) Math.rint(real);
  }

  static double real(Object number) {
    return ((Number) number).doubleValue();
  }

  /** pgbench's arithmetic: division of integers truncates, an overflow is an error. */
  static Object arithmetic(char operator, Object left, Object right) {
    if ((operator == '/' || operator == '%') && real(right) == 0) {
      throw new ArithmeticException("division by zero");
    }
    if (operator == '%' || (left instanceof Long && right instanceof Long)) {
      long a = integer(left);
      long b = integer(right);
      return switch (operator) {
        case '+' -> Math.addExact(a, b);
        case '-' -> Math.subtractExact(a, b);
        case '*' -> Math.multiplyExact(a, b);
        case '/' -> a / b;
        default -> a % b;
      };
    }
    double a = real(left);
    double b = real(right);
    return switch (operator) {
      case '+' -> a + b;
      case '-' -> a - b;
      case '*' -> a * b;
      default -> a / b;
    };
  }
}
