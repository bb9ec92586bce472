package dev.storagebench.sql.data;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows as sysbench 1.0 generates them: the key is the row's number in 8 bytes, as long as {@code
 * id} and {@code k}; the value is {@code c} and {@code pad}.
 */
public final class SysbenchFormat implements RecordFormat {
  private static final long DEFAULT_RECORDS = 100_000;
  private static final long MAX_RECORDS = 2_000_000_000L;
  private static final Pattern ARGUMENT = Pattern.compile("(?:records=)?(\\d{1,10})([kKmM]?)");
  private static final long THOUSAND = 1000;

  /** For {@link java.util.ServiceLoader}. */
  public SysbenchFormat() {}

  @Override
  public String name() {
    return "sysbench";
  }

  @Override
  public String usage() {
    return "sysbench:records=N  rows of sysbench's tables, of all tables together (default %d)"
        .formatted(DEFAULT_RECORDS);
  }

  @Override
  public RecordReader open(String argument, ReadOptions options) {
    return new SysbenchRows(records(argument));
  }

  @Override
  public String identity(String argument) {
    return "version=1,records=" + records(argument);
  }

  private static long records(String argument) {
    if (argument.isEmpty()) {
      return DEFAULT_RECORDS;
    }
    Matcher matcher = ARGUMENT.matcher(argument);
    long records = matcher.matches() ? scaled(matcher.group(1), matcher.group(2)) : 0;
    if (records < 1 || records > MAX_RECORDS) {
      throw new IllegalArgumentException(
          "sysbench:%s: expected records=N, N from 1 to %d; k and m are decimal"
              .formatted(argument, MAX_RECORDS));
    }
    return records;
  }

  private static long scaled(String number, String unit) {
    long value = Long.parseLong(number);
    return switch (unit) {
      case "k", "K" -> value * THOUSAND;
      case "m", "M" -> value * THOUSAND * THOUSAND;
      default -> value;
    };
  }
}
