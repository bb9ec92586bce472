package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.input.FileArgument;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Argument of {@code trace:} on the command line: {@code FILE[;option=value]...}. */
record TraceOptions(String file, Map<String, String> values) {
  static final String FORMAT = "format";
  static final String KEY = "key";
  static final String OPERATION = "op";
  static final String SIZE = "size";
  static final String TIME = "time";
  static final String KEY_SIZE = "keySize";
  static final String COUNT = "count";
  static final String UNIT = "unit";
  static final String COLUMN_FAMILY = "cf";
  private static final String OPERATIONS = "operations";
  private static final String VALUE = "value";

  private static final List<String> VALID =
      List.of("format key op size time keySize count unit cf operations value".split(" ", -1));
  private static final long MAX_OPERATIONS = 1_000_000_000_000L;

  /**
   * Parses them.
   *
   * @throws IllegalArgumentException for an unknown option or an invalid value
   */
  static TraceOptions parse(String argument) {
    FileArgument given = FileArgument.parse("trace", argument, VALID);
    TraceOptions options = new TraceOptions(given.file(), given.options());
    options.maxOperations();
    options.valueBytes();
    options.columnFamily();
    return options;
  }

  /** An option's value; null if it is not given. */
  @Nullable String get(String option) {
    return values.get(option);
  }

  /** The number of operations after which reading ends. */
  long maxOperations() {
    return number(OPERATIONS, 1, MAX_OPERATIONS).orElse(Long.MAX_VALUE);
  }

  /** The size of values that the trace reads but records no size of; empty for their mean. */
  OptionalLong valueBytes() {
    return number(VALUE, 1, RecordReader.MAX_VALUE_BYTES);
  }

  /** The column family of RocksDB that is replayed. */
  long columnFamily() {
    return number(COLUMN_FAMILY, 0, Integer.MAX_VALUE).orElse(0);
  }

  private OptionalLong number(String option, long min, long max) {
    String text = values.get(option);
    return text == null
        ? OptionalLong.empty()
        : OptionalLong.of(ScaledNumber.parse(option, text, ScaledNumber.DECIMAL, min, max));
  }

  /** Text that is the same for equal options. */
  @Override
  public String toString() {
    return values.toString();
  }
}
