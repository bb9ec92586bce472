package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.NearestName;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.workload.Expression.Numeric;
import dev.storagebench.sql.workload.Expression.Real;
import dev.storagebench.sql.workload.Expression.RealConstant;
import dev.storagebench.sql.workload.Expression.Text;
import dev.storagebench.sql.workload.Expression.TextConstant;
import dev.storagebench.sql.workload.Expression.Whole;
import dev.storagebench.sql.workload.Expression.WholeConstant;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The functions of expressions: pgbench's under their names there, and ours. A value that a
 * function does not take is an {@link ArithmeticException}, when the script is read if the
 * arguments are constants, else when it runs.
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgbench.html">pgbench</a>
 */
final class Functions {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
  private static final Map<String, Function> BY_NAME = new LinkedHashMap<>();

  /** Compiles a call whose arguments have the right number and types. */
  private interface Compiler {
    Expression compile(Call call);
  }

  /**
   * A function.
   *
   * @param signature for people
   * @param types of the parameters: {@code i}nteger, {@code n}umber, {@code t}ext in quotes, {@code
   *     a}ny; {@code ?} makes the one before it optional, {@code *} lets it be repeated
   */
  private record Function(String signature, String types, Compiler compiler) {
    int most() {
      return types.endsWith("*") ? Integer.MAX_VALUE : types.replace("?", "").length();
    }

    int least() {
      return types.endsWith("?") ? types.length() - 2 : types.replace("*", "").length();
    }

    char type(int argument) {
      return types.replace("*", "").charAt(Math.min(argument, types.replace("*", "").length() - 1));
    }
  }

  /** An argument list, and the place in {@link Variables} for what a call keeps. */
  private record Call(List<Expression> arguments, int site) {
    Whole whole(int index) {
      return toWhole((Numeric) arguments.get(index));
    }

    Numeric number(int index) {
      return (Numeric) arguments.get(index);
    }

    String text(int index) {
      return ((TextConstant) arguments.get(index)).value();
    }

    boolean allWhole() {
      return arguments.stream().allMatch(Whole.class::isInstance);
    }
  }

  /** Draws from a range of integers. */
  private interface Draw {
    long draw(Variables variables, int site, long least, long size, double parameter);
  }

  static {
    add(
        "abs(x)",
        "n",
        call -> {
          Numeric x = call.number(0);
          return x instanceof Whole whole
              ? (Whole) v -> Math.absExact(whole.whole(v))
              : (Real) v -> Math.abs(x.real(v));
        });
    add(
        "double(x)",
        "n",
        call -> {
          Numeric x = call.number(0);
          return (Real) x::real;
        });
    add("exp(x)", "n", real(Math::exp));
    add("greatest(x, …)", "n*", extreme(Math::max, 1));
    add("hash(value, [seed])", "ii?", hash(Functions::murmur2));
    add("hash_fnv1a(value, [seed])", "ii?", hash(Functions::fnv1a));
    add("hash_murmur2(value, [seed])", "ii?", hash(Functions::murmur2));
    add("int(x)", "n", call -> call.whole(0));
    add("least(x, …)", "n*", extreme(Math::min, -1));
    add("ln(x)", "n", real(Math::log));
    add("mod(i, j)", "ii", call -> ExpressionParser.operation('%', call.whole(0), call.whole(1)));
    add("pi()", "", call -> new RealConstant(Math.PI));
    add("pow(x, y)", "nn", Functions::power);
    add("power(x, y)", "nn", Functions::power);
    add("sqrt(x)", "n", real(Math::sqrt));
    add(
        "random(min, max)",
        "ii",
        drawn(0, 0, (v, site, least, size, parameter) -> least + v.random.nextLong(size)));
    add(
        "random_exponential(min, max, parameter)",
        "iin",
        drawn(Double.MIN_VALUE, Double.MAX_VALUE, Functions::exponential));
    add(
        "random_gaussian(min, max, parameter)",
        "iin",
        drawn(2, Double.MAX_VALUE, Functions::gaussian));
    add(
        "random_zipfian(min, max, parameter)",
        "iin",
        drawn(Double.MIN_VALUE, 1000, Functions::zipfian));
    add(
        "random_special(min, max)",
        "ii",
        drawn(
            0,
            0,
            (v, site, least, size, parameter) ->
                least - 1 + KeyDistribution.special(size, v.random)));
    add("random_choice(a, b, …)", "a*", Functions::choice);
    add("random_string(length)", "i", Functions::letters);
    add("random_date('first', 'last')", "tt", Functions::date);
    add("random_timestamp('first', 'last')", "tt", Functions::timestamp);
    add("random_row()", "", call -> (Whole) Variables::row);
    add("new_row()", "", call -> (Whole) v -> v.newRow(call.site()));
    add(
        "sequence(first)",
        "i",
        call -> {
          Whole first = call.whole(0);
          return (Whole) v -> v.sequence(call.site(), first.whole(v));
        });
    add(
        "row_k(id)",
        "i",
        call -> {
          Whole id = call.whole(0);
          return (Whole) v -> ColumnChecksum.k(v.table(), id.whole(v), v.scene.mostK());
        });
    addText("row_c(id)", (v, id) -> v.digits(ColumnChecksum.C_BYTES, id));
    addText("row_pad(id)", (v, id) -> v.digits(ColumnChecksum.PAD_BYTES, id));
    addText("row_text(id)", Variables::content);
    addText("document_key(id)", (v, id) -> Checks.documentKey(id));
  }

  private Functions() {}

  private static void add(String signature, String types, Compiler compiler) {
    BY_NAME.put(
        signature.substring(0, signature.indexOf('(')), new Function(signature, types, compiler));
  }

  /** The content of a column of a row. */
  private interface Content {
    byte[] of(Variables variables, long id);
  }

  private static void addText(String signature, Content content) {
    add(
        signature,
        "i",
        call -> {
          Whole id = call.whole(0);
          return (Text) v -> content.of(v, id.whole(v));
        });
  }

  /** All of them with their parameters. */
  static Collection<String> signatures() {
    return BY_NAME.values().stream().map(Function::signature).toList();
  }

  /**
   * Compiles a call.
   *
   * @param site an index that no other call of the script has
   * @throws IllegalArgumentException if there is no such function, or it takes other arguments
   * @throws ArithmeticException if it does not take the values of constant arguments
   */
  static Expression call(String name, List<Expression> arguments, int site) {
    Function function = BY_NAME.get(name);
    if (function == null) {
      throw NearestName.unknown("function", name, signatures());
    }
    int count = arguments.size();
    if (count < function.least() || count > function.most()) {
      throw new IllegalArgumentException(
          "%d arguments for %s".formatted(count, function.signature()));
    }
    for (int i = 0; i < count; i++) {
      Expression argument = arguments.get(i);
      boolean fits =
          switch (function.type(i)) {
            case 't' -> argument instanceof TextConstant;
            case 'a' -> true;
            default -> argument instanceof Numeric;
          };
      if (!fits) {
        throw new IllegalArgumentException(
            "argument %d of %s is %s, expected %s"
                .formatted(
                    i + 1,
                    function.signature(),
                    argument.type(),
                    function.type(i) == 't' ? "a text in quotes" : "a number"));
      }
    }
    return function.compiler().compile(new Call(arguments, site));
  }

  /** As pgbench casts: a double is rounded to the nearest integer. */
  static Whole toWhole(Numeric number) {
    if (number instanceof Whole whole) {
      return whole;
    }
    return number.isConstant()
        ? new WholeConstant(rounded(number.constant()))
        : v -> rounded(number.real(v));
  }

  private static long rounded(double real) {
    if (!(Math.abs(real) < 0x1p63)) {
      throw new ArithmeticException(real + " is out of the range of integers");
    }
    return (long) Math.rint(real);
  }

  private static Compiler real(DoubleUnaryOperator function) {
    return call -> {
      Numeric x = call.number(0);
      return (Real) v -> function.applyAsDouble(x.real(v));
    };
  }

  private static Real power(Call call) {
    Numeric x = call.number(0);
    Numeric y = call.number(1);
    return v -> Math.pow(x.real(v), y.real(v));
  }

  private static Compiler extreme(LongBinaryOperator ofWhole, int sign) {
    return call -> {
      Numeric[] numbers = call.arguments().toArray(Numeric[]::new);
      if (!call.allWhole()) {
        return (Real)
            v -> {
              double best = numbers[0].real(v);
              for (Numeric number : numbers) {
                best = sign * Math.max(sign * best, sign * number.real(v));
              }
              return best;
            };
      }
      Whole[] wholes = call.arguments().toArray(Whole[]::new);
      return (Whole)
          v -> {
            long best = wholes[0].whole(v);
            for (Whole whole : wholes) {
              best = ofWhole.applyAsLong(best, whole.whole(v));
            }
            return best;
          };
    };
  }

  private static Compiler hash(LongBinaryOperator hash) {
    return call -> {
      Whole value = call.whole(0);
      Whole seed =
          call.arguments().size() > 1 ? call.whole(1) : v -> v.numbers[Variables.DEFAULT_SEED];
      return (Whole) v -> hash.applyAsLong(value.whole(v), seed.whole(v));
    };
  }

  // http://www.isthe.com/chongo/tech/comp/fnv/, the value's bytes from the lowest on.
  private static long fnv1a(long value, long seed) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((value >>> shift) & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  // MurmurHash64A of eight bytes, https://github.com/aappleby/smhasher
  private static long murmur2(long value, long seed) {
    long multiplier = 0xc6a4a7935bd1e995L;
    long k = value * multiplier;
    k = (k ^ (k >>> 47)) * multiplier;
    long hash = ((seed ^ (Long.BYTES * multiplier)) ^ k) * multiplier;
    hash = (hash ^ (hash >>> 47)) * multiplier;
    return hash ^ (hash >>> 47);
  }

  private static Compiler drawn(double from, double to, Draw draw) {
    return call -> {
      Whole min = call.whole(0);
      Whole max = call.whole(1);
      Numeric parameter = call.arguments().size() > 2 ? call.number(2) : new RealConstant(0);
      if (min instanceof WholeConstant least && max instanceof WholeConstant most) {
        size(least.value(), most.value());
      }
      if (parameter.isConstant()) {
        check(parameter.constant(), from, to);
      }
      return (Whole)
          v -> {
            long least = min.whole(v);
            long size = size(least, max.whole(v));
            double shape = parameter.real(v);
            check(shape, from, to);
            return draw.draw(v, call.site(), least, size, shape);
          };
    };
  }

  private static long size(long min, long max) {
    if (min > max) {
      throw new ArithmeticException("min %d is greater than max %d".formatted(min, max));
    }
    return Math.addExact(Math.subtractExact(max, min), 1);
  }

  private static void check(double parameter, double from, double to) {
    if (!(parameter >= from && parameter <= to)) {
      throw new ArithmeticException(
          "parameter %s of the distribution, expected one from %s to %s"
              .formatted(parameter, from, to));
    }
  }

  // These three have the densities of pgbench's documentation.

  private static long exponential(
      Variables variables, int site, long least, long size, double parameter) {
    double cut = Math.exp(-parameter);
    double uniform = 1 - variables.random.nextDouble();
    return least + (long) (size * (-Math.log(cut + (1 - cut) * uniform) / parameter));
  }

  private static long gaussian(
      Variables variables, int site, long least, long size, double parameter) {
    double deviation;
    do {
      deviation = variables.normal();
    } while (deviation < -parameter || deviation >= parameter);
    return least + (long) (size * ((deviation + parameter) / (2 * parameter)));
  }

  private static long zipfian(
      Variables variables, int site, long least, long size, double parameter) {
    if (size > Integer.MAX_VALUE) {
      throw new ArithmeticException(
          "a range of %d integers; random_zipfian takes at most %d"
              .formatted(size, Integer.MAX_VALUE));
    }
    return least - 1 + variables.zipf(site, size, parameter);
  }

  private static Expression choice(Call call) {
    if (call.allWhole()) {
      Whole[] choices = call.arguments().toArray(Whole[]::new);
      return (Whole) v -> choices[v.random.nextInt(choices.length)].whole(v);
    }
    if (!call.arguments().stream().allMatch(Text.class::isInstance)) {
      throw new IllegalArgumentException("random_choice takes only integers or only texts");
    }
    Text[] choices = call.arguments().toArray(Text[]::new);
    return (Text) v -> choices[v.random.nextInt(choices.length)].text(v);
  }

  private static Text letters(Call call) {
    Whole length = call.whole(0);
    return v -> {
      byte[] letters = new byte[Math.toIntExact(Math.max(0, length.whole(v)))];
      for (int i = 0; i < letters.length; i++) {
        letters[i] = (byte) LETTERS.charAt(v.random.nextInt(LETTERS.length()));
      }
      return new String(letters, StandardCharsets.ISO_8859_1);
    };
  }

  private static Text date(Call call) {
    long first = LocalDate.parse(call.text(0)).toEpochDay();
    long days = size(first, LocalDate.parse(call.text(1)).toEpochDay());
    return v -> LocalDate.ofEpochDay(first + v.random.nextLong(days)).toString();
  }

  private static Text timestamp(Call call) {
    long first = seconds(call.text(0));
    long seconds = size(first, seconds(call.text(1)));
    return v -> {
      long second = first + v.random.nextLong(seconds);
      return TIMESTAMP.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
    };
  }

  private static long seconds(String time) {
    return (time.contains(" ")
            ? LocalDateTime.parse(time.replace(' ', 'T'))
            : LocalDate.parse(time).atStartOfDay())
        .toEpochSecond(ZoneOffset.UTC);
  }
}
