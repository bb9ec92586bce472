package dev.storagebench.core.report;

/** Text inside Markdown. */
final class Markdown {

  private Markdown() {}

  /** What a table's cell cannot hold as it is: its own border, marks, tags and line ends. */
  static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("`", "\\`")
        .replace("*", "\\*")
        .replaceAll("\\R", " ");
  }
}
