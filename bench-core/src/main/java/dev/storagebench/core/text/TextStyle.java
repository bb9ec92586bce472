package dev.storagebench.core.text;

import org.jspecify.annotations.Nullable;

/**
 * Abilities of the output: how many columns, and colors. Colors repeat what the words say, so plain
 * text loses nothing.
 */
@FunctionalInterface
public interface TextStyle {
  /** The columns of a file or a pipe. */
  int UNLIMITED = Integer.MAX_VALUE;

  /** The meaning of a color. */
  enum Tone {
    /** The best, the faster, what is in order. */
    GOOD,
    /** The slower, what failed. */
    BAD,
    /** A warning, or why a figure is missing. */
    DOUBT
  }

  /** A text in the color of its tone; without a tone it has no color. */
  record Entry(String text, @Nullable Tone tone) {
    public static Entry of(String text) {
      return new Entry(text, null);
    }
  }

  /** No colors, and tables as wide as they are: for files and pipes. */
  TextStyle NONE = (tone, text) -> text;

  /** The text in the color of a tone. */
  String paint(Tone tone, String text);

  /** The width of the terminal. */
  default int columns() {
    return UNLIMITED;
  }

  /** The text in characters that the output has. */
  default String shown(String text) {
    return text;
  }

  /** A line of text from anywhere, with its end. */
  default String line(String text) {
    return line(Entry.of(text));
  }

  /** A line of text from anywhere in the color of its tone, with its end. */
  default String line(Entry text) {
    String[] lines = PlainText.lines(shown(text.text())).split("\n", 2);
    lines[0] = wrap(lines[0]);
    String whole = String.join(System.lineSeparator(), lines);
    return (text.tone() == null ? whole : paint(text.tone(), whole)) + System.lineSeparator();
  }

  /** The text in lines that break between words where the terminal would break within them. */
  default String wrap(String text) {
    StringBuilder wrapped = new StringBuilder();
    int length = 0;
    for (String word : text.split(" ", -1)) {
      int width = width(word);
      if (length > 0 && length + 1 + width > columns()) {
        wrapped.append(System.lineSeparator());
        length = 0;
      } else if (wrapped.length() > 0) {
        wrapped.append(' ');
        length++;
      }
      wrapped.append(word);
      length += width;
    }
    return wrapped.toString();
  }

  /** How many columns a text takes; the escape sequences of colors take none. */
  private static int width(String text) {
    return text.replaceAll("\u001b\\[[0-9;]*m", "").length();
  }
}
