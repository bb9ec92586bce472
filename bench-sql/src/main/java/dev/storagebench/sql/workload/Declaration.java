package dev.storagebench.sql.workload;

import java.util.List;

/**
 * A variable as a script declares it: {@code let NAME = TYPE ARGUMENTS}.
 *
 * @param type one of {@link Values#TYPES}, or the name of another variable
 * @param arguments the words behind
 */
record Declaration(String name, String type, List<String> arguments) {

  /** The argument at an index. */
  String argument(int index) {
    if (index >= arguments.size()) {
      throw new IllegalArgumentException(
          "variable %s = %s lacks its argument %d".formatted(name, type, index + 1));
    }
    return arguments.get(index);
  }

  long number(int index) {
    try {
      return Long.parseLong(argument(index).replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "variable %s = %s: '%s' is no whole number".formatted(name, type, argument(index)), e);
    }
  }

  double real(int index) {
    try {
      return Double.parseDouble(argument(index));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "variable %s = %s: '%s' is no number".formatted(name, type, argument(index)), e);
    }
  }
}
