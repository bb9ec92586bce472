package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.input.FileArgument;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A file and how to read it: {@code mine.csv;key=id;value=body}, see {@link FileArgument}.
 *
 * @param file its path, or {@code -}
 * @param values the options by name, sorted
 */
record FileOptions(String file, Map<String, String> values) {
  private static final Set<String> NAMES =
      new TreeSet<>(Set.of("key", "value", "delimiter", "header", "quote"));

  /**
   * Splits an argument.
   *
   * @throws IllegalArgumentException for an unknown, empty or doubled option
   */
  static FileOptions parse(String argument) {
    FileArgument given = FileArgument.parse("kv", argument, NAMES);
    return new FileOptions(given.file(), given.options());
  }

  /** An option's value. */
  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Whether an option says that the file has delimited columns. */
  boolean describesColumns() {
    return values.containsKey("delimiter")
        || values.containsKey("header")
        || values.containsKey("quote");
  }

  /**
   * Checks that a form has the options given.
   *
   * @throws IllegalArgumentException for one that it has not
   */
  void requireOnly(KeyValueForm form) {
    for (String name : values.keySet()) {
      if (!form.options().contains(name)) {
        throw new IllegalArgumentException(
            "%s: option '%s' does not apply to this %s; its options are: %s"
                .formatted(
                    file,
                    name,
                    form.label(),
                    form.options().isEmpty()
                        ? "none"
                        : String.join(", ", new TreeSet<>(form.options()))));
      }
    }
  }
}
