package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.packed.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Argument of {@code trace:} on the command line: {@code FILE[;option=value]...}.
 *
 * @param given the file, and the options as text
 * @param separator the character that separates columns; empty to find it
 * @param ownNames meanings of names that options such as {@code get=28,READ} give
 * @param readsHaveSizes whether reads of a trace with sizes have sizes, so that one of 0 is a miss
 * @param maxOperations the number of operations after which reading ends
 * @param valueBytes the size of values that the trace reads but records no size of; empty for their
 *     mean
 */
record TraceOptions(
    FileArgument given,
    Optional<Character> separator,
    Map<String, Operation> ownNames,
    boolean readsHaveSizes,
    long maxOperations,
    OptionalLong valueBytes) {
  static final String FORMAT = "format";
  static final String KEY = "key";
  static final String OPERATION = "op";
  static final String SIZE = "size";
  static final String TIME = "time";
  static final String KEY_SIZE = "keySize";
  static final String COUNT = "count";
  static final String UNIT = "unit";

  private static final List<String> VALID =
      List.of(
          "format delimiter key op get put update delete size readSizes time unit keySize count operations value"
              .split(" ", -1));
  private static final long MAX_OPERATIONS = 1_000_000_000_000L;

  /**
   * Parses them.
   *
   * @throws IllegalArgumentException for an unknown option or an invalid value
   */
  static TraceOptions parse(String argument) {
    FileArgument given = FileArgument.parse("trace", argument, VALID);
    return new TraceOptions(
        given,
        given.delimiter(1).map(text -> text.charAt(0)),
        ownNames(given),
        given.flag("readSizes").orElse(true),
        number(given, "operations", MAX_OPERATIONS).orElse(Long.MAX_VALUE),
        number(given, "value", RecordReader.MAX_VALUE_BYTES));
  }

  /** Whether they say where columns are, so that the form need not be known. */
  boolean nameColumns() {
    return Stream.of("delimiter", KEY, OPERATION, SIZE, TIME, KEY_SIZE, COUNT)
        .anyMatch(given.options()::containsKey);
  }

  private static Map<String, Operation> ownNames(FileArgument given) {
    Map<String, Operation> names = new HashMap<>();
    for (Operation operation : Operation.values()) {
      for (String name :
          given.get(operation.name().toLowerCase(Locale.ROOT)).orElse("").split(",", -1)) {
        if (!name.isBlank() && names.put(OperationNames.normal(name), operation) != null) {
          throw new IllegalArgumentException(
              "operation '%s' of the trace is given twice".formatted(Excerpt.printable(name)));
        }
      }
    }
    return names;
  }

  /** An option's value; null if it is not given. */
  @Nullable String get(String option) {
    return given.options().get(option);
  }

  private static OptionalLong number(FileArgument given, String option, long max) {
    return given.get(option).stream()
        .mapToLong(text -> ScaledNumber.parse(option, text, ScaledNumber.DECIMAL, 1, max))
        .findFirst();
  }
}
