package dev.storagebench.benchmarks.terminal;

import dev.storagebench.core.text.PlainText;
import dev.storagebench.core.text.TextStyle;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The terminal that this program writes to, if it writes to one. */
public final class Terminal {
  private static final int MIN_COLUMNS = 40;
  private static final Map<String, String> ASCII =
      Map.of(
          "µ", "u", "±", "+-", "×", "x", "÷", "/", "–", "-", "’", "'", "…", "...", "†", "#", "↑",
          "^", "°", "o");
  private static final Pattern OWN = Pattern.compile("\u001b\\[[0-9;]*m|\r\n");

  /**
   * Character set of {@link System#out}, which the locale decides; the former property is JDK 19's.
   */
  public static final Charset CHARSET =
      Charset.forName(
          System.getProperty(
              "stdout.encoding",
              System.getProperty("sun.stdout.encoding", Charset.defaultCharset().name())));

  private Terminal() {}

  // Main asks for the console of JDK 21 and earlier, which is null when the output is redirected.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isPresent() {
    return System.console() != null;
  }

  /**
   * A writer to a terminal that shows each text at once; the texts control nothing but colors,
   * whichever way they have come from outside, and have only {@link #encodable} characters.
   */
  public static PrintWriter escaping(PrintWriter out, Charset charset) {
    return new PrintWriter(
        new FilterWriter(out) {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length), 0, length);
          }

          @Override
          public void write(String text, int from, int length) throws IOException {
            String part = text.substring(from, from + length);
            Matcher own = OWN.matcher(part);
            int end = 0;
            while (own.find()) {
              out.write(shown(part.substring(end, own.start())) + own.group());
              end = own.end();
            }
            out.write(shown(part.substring(end)));
            out.flush();
          }

          @Override
          public void write(int character) throws IOException {
            write(String.valueOf((char) character), 0, 1);
          }

          private String shown(String text) {
            return encodable(PlainText.block(text), charset);
          }
        },
        true);
  }

  /** A text with ASCII in place of the signs of ours that a charset lacks. */
  static String encodable(String text, Charset charset) {
    CharsetEncoder encoder = charset.newEncoder();
    return encoder.canEncode(text)
        ? text
        : text.codePoints()
            .mapToObj(Character::toString)
            .map(each -> encoder.canEncode(each) ? each : ASCII.getOrDefault(each, "?"))
            .collect(Collectors.joining());
  }

  /**
   * Its width: {@code COLUMNS}, or what the terminal says itself, which picocli asks it for, or 80.
   * A file or a pipe has any width.
   */
  public static int columns() {
    String columns = System.getenv("COLUMNS");
    if (columns != null && columns.matches("[1-9]\\d{0,3}")) {
      return Math.max(MIN_COLUMNS, Integer.parseInt(columns));
    }
    return isPresent()
        ? Math.max(MIN_COLUMNS, CommandSpec.create().usageMessage().autoWidth(true).width())
        : TextStyle.UNLIMITED;
  }
}
