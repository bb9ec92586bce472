package dev.storagebench.benchmarks;

import dev.storagebench.core.text.TextStyle;
import picocli.CommandLine.Model.CommandSpec;

/** The terminal that this program writes to, if it writes to one. */
final class Terminal {
  private static final int MIN_COLUMNS = 40;

  private Terminal() {}

  // Main asks for the console of JDK 21 and earlier, which is null when the output is redirected.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isPresent() {
    return System.console() != null;
  }

  /**
   * Its width: {@code COLUMNS}, or what the terminal says itself, which picocli asks it for, or 80.
   * A file or a pipe has any width.
   */
  static int columns() {
    String columns = System.getenv("COLUMNS");
    if (columns != null && columns.matches("[1-9]\\d{0,3}")) {
      return Math.max(MIN_COLUMNS, Integer.parseInt(columns));
    }
    return isPresent()
        ? Math.max(MIN_COLUMNS, CommandSpec.create().usageMessage().autoWidth(true).width())
        : TextStyle.UNLIMITED;
  }
}
