package dev.storagebench.core.text;

/** Colors on a terminal. They repeat what the words say, so plain text loses nothing. */
@FunctionalInterface
public interface TextStyle {

  /** The meaning of a color. */
  enum Tone {
    /** The best, the faster, what is in order. */
    GOOD,
    /** The slower, what failed. */
    BAD,
    /** A warning, or why a figure is missing. */
    DOUBT
  }

  /** No colors: for files and pipes. */
  TextStyle NONE = (tone, text) -> text;

  /** The text in the color of a tone. */
  String paint(Tone tone, String text);
}
