package dev.storagebench.core.text;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text from outside (file names, messages of servers, labels of runs of others) without characters
 * that control what shows it: no escape sequences, no overwritten or reordered text, no lines that
 * look like ours.
 */
public final class PlainText {
  /** Prefix of the further lines of a text. */
  private static final String CONTINUED = "  | ";

  private static final String LINE_END = System.lineSeparator();

  // U+2400 to U+2420 picture the control characters.
  private static final int PICTURES = 0x2400;
  private static final int REPLACEMENT = 0xfffd;

  // With the full-width signs, which some spreadsheets take for these.
  private static final Pattern FORMULA =
      Pattern.compile("(?sU)\\s*[=+@\uff1d\uff0b\uff20\uff0d-].|[\\t\\r]");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9.]+([eE][+-]?[0-9]+)?%?");

  private PlainText() {}

  /** The text as one line. */
  public static String of(String text) {
    return replaced(text, each -> isBreak(each) ? ' ' : shown(each));
  }

  /**
   * A cell of a CSV file: a text that a spreadsheet would take for a formula begins with an
   * apostrophe, which spreadsheets hide.
   *
   * @see <a href="https://owasp.org/www-community/attacks/CSV_Injection">CSV injection</a>
   */
  public static @Nullable Object cell(@Nullable Object value) {
    return value instanceof String text
            && FORMULA.matcher(text).lookingAt()
            && !NUMBER.matcher(text).matches()
        ? "'" + text
        : value;
  }

  /** The text with its own line ends, each {@code \n}, and tabs. */
  public static String block(String text) {
    return replaced(text, each -> each == '\n' || each == '\t' ? each : shown(each));
  }

  /** A stream that shows {@code ?} for each control character but tabs and line ends. */
  public static OutputStream printable(OutputStream out) {
    return new FilterOutputStream(out) {
      private int last;

      @Override
      public void write(int each) throws IOException {
        int octet = each & 0xff;
        boolean isC1 = last == 0xc2 && octet < 0xa0;
        boolean isC0 = octet < ' ' && octet != '\t' && LINE_END.indexOf(octet) < 0;
        out.write(isC0 || isC1 || octet == 0x7f ? '?' : octet);
        last = octet;
      }
    };
  }

  /** The text with its own lines, of which none but the first begins at the margin. */
  static String lines(String text) {
    return block(text.strip().replace("\r\n", "\n")).replace("\n", "\n" + CONTINUED);
  }

  private static String replaced(String text, IntUnaryOperator character) {
    return text.codePoints()
        .map(character)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isBreak(int character) {
    return switch (Character.getType(character)) {
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> (character >= '\t' && character <= '\r') || character == '\u0085';
    };
  }

  private static int shown(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL -> character < ' ' ? PICTURES + character : REPLACEMENT;
      // The latter reorder or hide text.
      case Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.FORMAT ->
          REPLACEMENT;
      default -> character;
    };
  }
}
