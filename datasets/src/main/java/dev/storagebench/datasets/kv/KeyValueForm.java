package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.input.FileArgument;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forms that files of keys and values come in, each with the options that it has. */
enum KeyValueForm {
  JSON_LINES("JSON lines", Set.of("key", "value"), "(\u00ef\u00bb\u00bf)?\\s*\\{"),
  /** Found by its columns, last. */
  DELIMITED("CSV", Set.of("key", "value", "delimiter", "escape", "header", "quote"), "(?!)");

  private final String label;

  @SuppressWarnings("Immutable") // never changed
  private final Set<String> options;

  @SuppressWarnings("Immutable") // a pattern is
  private final Pattern start;

  KeyValueForm(String label, Set<String> options, String start) {
    this.label = label;
    this.options = new TreeSet<>(options);
    this.start = Pattern.compile(start, Pattern.UNIX_LINES);
  }

  /** Name of the form, for people. */
  String label() {
    return label;
  }

  /**
   * Checks that this form has the options given.
   *
   * @throws IllegalArgumentException for one that it has not
   */
  void requireOptions(FileArgument given) {
    for (String name : given.options().keySet()) {
      if (!options.contains(name)) {
        throw new IllegalArgumentException(
            "%s: option '%s' does not apply to this %s; its options are: %s"
                .formatted(given.file(), name, label, String.join(", ", options)));
      }
    }
  }

  /** The names of its options, sorted. */
  Set<String> options() {
    return options;
  }

  /** The form of an input with these first bytes, null if it is none. */
  static @Nullable KeyValueForm of(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    for (KeyValueForm form : values()) {
      if (form.start.matcher(text).lookingAt()) {
        return form;
      }
    }
    return CsvFormat.detect(head).isEmpty() ? null : DELIMITED;
  }
}
