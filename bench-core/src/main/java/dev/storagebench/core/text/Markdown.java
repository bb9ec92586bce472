package dev.storagebench.core.text;

/** Text inside Markdown. */
public final class Markdown {

  private Markdown() {}

  /** Escapes what a table cell cannot hold: its border, marks, tags and line ends. */
  public static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("`", "\\`")
        .replace("*", "\\*")
        .replaceAll("\\R", " ");
  }
}
