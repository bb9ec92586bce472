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

  /** The command line of this program with these words. */
  public static String program(List<String> words) {
    return ("java -jar benchmarks.jar " + Shell.quoted(words)).strip();
  }

  /** Words in one line, {@linkplain #quoted(String) quoted}. */
  public static String quoted(List<String> words) {
    return words.stream().map(Shell::quoted).collect(Collectors.joining(" "));
  }
}
