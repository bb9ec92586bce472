package dev.storagebench.sql.workload;

import static dev.storagebench.sql.table.ColumnChecksum.C_BYTES;
import static dev.storagebench.sql.table.ColumnChecksum.PAD_BYTES;
import static dev.storagebench.sql.workload.Expression.ValueType.DOUBLE;
import static dev.storagebench.sql.workload.Expression.ValueType.INTEGER;
import static dev.storagebench.sql.workload.Expression.ValueType.TEXT;
import static dev.storagebench.sql.workload.Expression.integer;
import static dev.storagebench.sql.workload.Expression.real;

import dev.storagebench.core.text.NearestName;
import dev.storagebench.sql.workload.Expression.ValueType;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The functions of expressions: pgbench's under their names there, and ours. An invalid value of an
 * argument is an {@link ArithmeticException}, when the script is read if the arguments are
 * constants, else when it runs.
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgbench.html">pgbench</a>
 */
final class Functions {
  private static final double MIN = Double.MIN_VALUE;
  private static final double MAX = Double.MAX_VALUE;

  /** Computes a value from the arguments' values alone. */
  private interface Pure {
    Object value(Object[] arguments);
  }

  /** Computes a value for a client; each call in a script has its own number. */
  private interface Impure {
    Object value(Variables variables, int call, Object[] arguments);
  }

  /** Draws an offset, from 0 to below the size of a range. */
  private interface Draw {
    long offset(Variables variables, int call, long size, double parameter);
  }

  /**
   * A function.
   *
   * @param signature its name and parameters, which are numbers; {@code [optional]}, {@code …} for
   *     more of the same
   * @param result null for the type of the arguments
   * @param pure the value, or a check, of arguments that are all constants
   * @param impure the value of other arguments, null if the same
   */
  private record Function(
      String signature, @Nullable ValueType result, Pure pure, @Nullable Impure impure) {
    String name() {
      return signature.substring(0, signature.indexOf('('));
    }

    boolean accepts(int arguments) {
      int declared = signature.endsWith("()") ? 0 : signature.split(",", -1).length;
      return signature.contains("…")
          ? arguments > 0
          : arguments == declared || (signature.contains("[") && arguments == declared - 1);
    }
  }

  private static final List<Function> ALL =
      List.of(
          pure(
              "abs(x)",
              null,
              a -> a[0] instanceof Long i ? (Object) Math.absExact(i) : Math.abs(real(a[0]))),
          pure("double(x)", DOUBLE, a -> real(a[0])),
          pure("exp(x)", DOUBLE, a -> Math.exp(real(a[0]))),
          pure("greatest(x, …)", null, a -> extreme(a, 1)),
          impure("hash(value, [seed])", INTEGER, Functions::murmur2),
          impure("hash_fnv1a(value, [seed])", INTEGER, Functions::fnv1a),
          impure("hash_murmur2(value, [seed])", INTEGER, Functions::murmur2),
          pure("int(x)", INTEGER, a -> integer(a[0])),
          pure("least(x, …)", null, a -> extreme(a, -1)),
          pure("ln(x)", DOUBLE, a -> Math.log(real(a[0]))),
          pure("mod(i, j)", INTEGER, a -> Expression.arithmetic('%', a[0], a[1])),
          pure("pi()", DOUBLE, a -> Math.PI),
          pure("pow(x, y)", DOUBLE, a -> Math.pow(real(a[0]), real(a[1]))),
          pure("power(x, y)", DOUBLE, a -> Math.pow(real(a[0]), real(a[1]))),
          pure("sqrt(x)", DOUBLE, a -> Math.sqrt(real(a[0]))),
          range("random(min, max)", 0, 0, (v, call, size, p) -> v.random.nextLong(size)),
          range("random_exponential(min, max, parameter)", MIN, MAX, Functions::exponential),
          range("random_gaussian(min, max, parameter)", 2, MAX, Functions::gaussian),
          range("random_zipfian(min, max, parameter)", MIN, 1000, Variables::zipf),
          impure("random_row()", INTEGER, (v, c, a) -> v.row()),
          impure("new_row()", INTEGER, (v, c, a) -> v.newRow(c)),
          impure("row_k(id)", INTEGER, (v, c, a) -> v.k(integer(a[0]))),
          impure("row_c(id)", TEXT, (v, c, a) -> v.digits(C_BYTES, integer(a[0]))),
          impure("row_pad(id)", TEXT, (v, c, a) -> v.digits(PAD_BYTES, integer(a[0]))),
          impure("row_text(id)", TEXT, (v, c, a) -> v.content(integer(a[0]))),
          pure("document_key(id)", TEXT, a -> "%014d".formatted(integer(a[0]))));

  private Functions() {}

  private static Function pure(String signature, @Nullable ValueType result, Pure function) {
    return new Function(signature, result, function, null);
  }

  private static Function impure(String signature, @Nullable ValueType result, Impure function) {
    return new Function(signature, result, constants -> constants, function);
  }

  /** A distribution over a range; its parameter, if it has one, is between two numbers. */
  private static Function range(String signature, double from, double to, Draw draw) {
    Pure size =
        a -> {
          if (a.length > 2 && !(real(a[2]) >= from && real(a[2]) <= to)) {
            throw new ArithmeticException(
                "invalid parameter %s of the distribution (expected %s to %s)"
                    .formatted(a[2], from, to));
          }
          long min = integer(a[0]);
          long max = integer(a[1]);
          if (min > max) {
            throw new ArithmeticException("min %d is greater than max %d".formatted(min, max));
          }
          return Math.addExact(Math.subtractExact(max, min), 1);
        };
    Impure drawn =
        (v, call, a) ->
            integer(a[0])
                + draw.offset(v, call, (Long) size.value(a), a.length > 2 ? real(a[2]) : 0);
    return new Function(signature, INTEGER, size, drawn);
  }

  /** All of them with their parameters. */
  static Collection<String> signatures() {
    return ALL.stream().map(Function::signature).toList();
  }

  /**
   * Compiles a call.
   *
   * @param call a number that no other call of the script has
   * @throws IllegalArgumentException if there is no such function, or it takes other arguments
   * @throws ArithmeticException if constant arguments are out of range
   */
  static Expression call(String name, List<Expression> given, int call) {
    Function function =
        ALL.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> NearestName.unknown("function", name, signatures()));
    if (!function.accepts(given.size())) {
      throw new IllegalArgumentException(
          "%d arguments for %s".formatted(given.size(), function.signature));
    }
    Expression[] arguments = given.toArray(Expression[]::new);
    for (int i = 0; i < arguments.length; i++) {
      if (!arguments[i].isNumber()) {
        throw new IllegalArgumentException(
            "argument %d of %s is %s (expected a number)"
                .formatted(i + 1, function.signature, arguments[i].type()));
      }
    }
    ValueType type = function.result == null ? common(arguments) : function.result;
    Object[] constants =
        Stream.of(arguments).map(each -> each.constant()).filter(Objects::nonNull).toArray();
    Impure impure = function.impure;
    if (constants.length == arguments.length) {
      Object value = function.pure.value(constants);
      return impure == null
          ? Expression.constant(value)
          : new Expression(type, null, v -> impure.value(v, call, constants));
    }
    return new Expression(
        type,
        null,
        v -> {
          Object[] values = new Object[arguments.length];
          for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].value(v);
          }
          return impure == null ? function.pure.value(values) : impure.value(v, call, values);
        });
  }

  /** Doubles if there is one among the arguments. */
  private static ValueType common(Expression[] arguments) {
    return Stream.of(arguments).anyMatch(each -> each.type() == DOUBLE) ? DOUBLE : INTEGER;
  }

  private static Object extreme(Object[] numbers, int sign) {
    if (Stream.of(numbers).allMatch(Long.class::isInstance)) {
      return sign * Stream.of(numbers).mapToLong(each -> sign * (Long) each).max().orElseThrow();
    }
    return sign * Stream.of(numbers).mapToDouble(each -> sign * real(each)).max().orElseThrow();
  }

  private static long seed(Variables variables, Object[] arguments) {
    return integer(arguments.length > 1 ? arguments[1] : variables.get(Variables.DEFAULT_SEED));
  }

  // http://www.isthe.com/chongo/tech/comp/fnv/, the value's bytes from the lowest on.
  private static Object fnv1a(Variables variables, int call, Object[] a) {
    long value = integer(a[0]);
    long hash = 0xcbf29ce484222325L ^ seed(variables, a);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((value >>> shift) & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  // MurmurHash64A of eight bytes, https://github.com/aappleby/smhasher
  private static Object murmur2(Variables variables, int call, Object[] a) {
    long multiplier = 0xc6a4a7935bd1e995L;
    long k = integer(a[0]) * multiplier;
    k = (k ^ (k >>> 47)) * multiplier;
    long hash = ((seed(variables, a) ^ (Long.BYTES * multiplier)) ^ k) * multiplier;
    hash = (hash ^ (hash >>> 47)) * multiplier;
    return hash ^ (hash >>> 47);
  }

  // The next two have the densities of pgbench's documentation.

  private static long exponential(Variables variables, int call, long size, double parameter) {
    double cut = Math.exp(-parameter);
    double uniform = 1 - variables.random.nextDouble();
    return (long) (size * (-Math.log(cut + (1 - cut) * uniform) / parameter));
  }

  private static long gaussian(Variables variables, int call, long size, double parameter) {
    double deviation;
    do {
      deviation = variables.normal.sample();
    } while (deviation < -parameter || deviation >= parameter);
    return (long) (size * ((deviation + parameter) / (2 * parameter)));
  }
}
