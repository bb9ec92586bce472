package dev.storagebench.benchmarks;

import dev.storagebench.core.text.PlainText;
import dev.storagebench.core.text.TextStyle;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** The terminal that this program writes to, if it writes to one. */
final class Terminal {
  private static final int MIN_COLUMNS = 40;
  private static final Pattern OWN = Pattern.compile("\u001b\\[[0-9;]*m|\r\n");

  private Terminal() {}

  // Main asks for the console of JDK 21 and earlier, which is null when the output is redirected.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isPresent() {
    return System.console() != null;
  }

  /**
   * A writer to a terminal whose texts control nothing but colors, whichever way they have come
   * from outside.
   */
  static PrintWriter escaping(PrintWriter out) {
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
              out.write(PlainText.block(part.substring(end, own.start())) + own.group());
              end = own.end();
            }
            out.write(PlainText.block(part.substring(end)));
          }

          @Override
          public void write(int character) throws IOException {
            out.write(PlainText.block(String.valueOf((char) character)));
          }
        },
        true);
  }

  /** The same for JMH, which prints what forks print, and no colors. */
  static OutputStream escaping(OutputStream out) {
    return new FilterOutputStream(out) {
      private int last;

      @Override
      public void write(int each) throws IOException {
        int octet = each & 0xff;
        boolean isC1 = last == 0xc2 && octet < 0xa0;
        boolean isC0 = octet < ' ' && octet != '\n' && octet != '\r' && octet != '\t';
        out.write(isC0 || isC1 || octet == 0x7f ? '?' : octet);
        last = octet;
      }
    };
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
