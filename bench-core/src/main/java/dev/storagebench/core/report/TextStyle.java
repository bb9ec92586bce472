package dev.storagebench.core.report;

/**
 * How words stand out on a terminal. Whatever a color says, the words say as well: files, pipes and
 * people who see no colors miss nothing.
 */
@FunctionalInterface
public interface TextStyle {

  /** What a color means. */
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

  /** The same text in the color of a tone. */
  String paint(Tone tone, String text);
}
