package dev.storagebench.core.engine;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How enum constants are written: in lower case, with spaces in results and hyphens on the command
 * line.
 */
public final class EnumNames {

  private EnumNames() {}

  /** The name of a constant. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The name of a constant on the command line. */
  public static String option(Enum<?> constant) {
    return of(constant).replace(' ', '-');
  }

  /** The names of constants in their declared order, separated by commas. */
  public static <E extends Enum<E>> String list(Collection<E> constants) {
    return constants.stream().sorted().map(EnumNames::option).collect(Collectors.joining(", "));
  }

  /**
   * The constant of this name, in any case.
   *
   * @param parameter the parameter that has the value, for the message
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static <E extends Enum<E>> E parse(Class<E> type, String parameter, String name) {
    List<E> valid = List.of(type.getEnumConstants());
    return valid.stream()
        .filter(each -> option(each).equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "invalid %s '%s' (expected %s)".formatted(parameter, name, list(valid))));
  }
}
