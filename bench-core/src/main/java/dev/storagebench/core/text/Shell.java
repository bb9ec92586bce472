package dev.storagebench.core.text;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines to paste into a POSIX shell. */
public final class Shell {
  private Shell() {}

  /** A word, in quotes if a shell would not take it as it is. */
  public static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Words in one line, {@linkplain #quoted(String) quoted}. */
  public static String quoted(List<String> words) {
    return words.stream().map(Shell::quoted).collect(Collectors.joining(" "));
  }
}
