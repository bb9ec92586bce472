package dev.storagebench.sql.workload;

import dev.storagebench.datasets.Excerpt;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The text of a script, and how far it has been read. */
final class ScriptText {
  private static final Pattern NOTHING = Pattern.compile("");

  private final String name;
  private final String text;
  private final Matcher matcher;
  private final int[] lineFeeds;
  private int position;

  ScriptText(String name, String text) {
    this.name = name;
    this.text = text;
    this.lineFeeds =
        IntStream.range(0, text.length()).filter(at -> text.charAt(at) == '\n').toArray();
    this.matcher = NOTHING.matcher(text).useTransparentBounds(true);
  }

  String name() {
    return name;
  }

  int position() {
    return position;
  }

  boolean atEnd() {
    return position == text.length();
  }

  /** The next character; a line feed at the end. */
  char next() {
    return atEnd() ? '\n' : text.charAt(position);
  }

  void skip() {
    position = Math.min(position + 1, text.length());
  }

  /** Skips what the pattern matches here; false if it does not. */
  boolean take(Pattern pattern) {
    boolean found = matcher.usePattern(pattern).region(position, text.length()).lookingAt();
    position = found ? matcher.end() : position;
    return found;
  }

  /** A group of what was taken last, null if it was not part of it. */
  String group(int group) {
    return matcher.group(group);
  }

  /** Start of a group of the last match. */
  int start(int group) {
    return matcher.start(group);
  }

  /** {@code FILE:LINE:COLUMN}, both from 1. */
  String place(int offset) {
    int found = Arrays.binarySearch(lineFeeds, offset);
    int before = found < 0 ? -1 - found : found;
    int start = before == 0 ? 0 : lineFeeds[before - 1] + 1;
    return "%s:%d:%d".formatted(name, before + 1, offset - start + 1);
  }

  /** Adds the place to what is wrong with a part of the text. */
  <T> T located(int offset, Supplier<T> part) {
    try {
      return part.get();
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw error(offset, String.valueOf(e.getMessage()));
    }
  }

  IllegalArgumentException error(int offset, String message) {
    return new IllegalArgumentException(
        "%s: %.1000s".formatted(place(offset), Excerpt.printable(message)));
  }
}
