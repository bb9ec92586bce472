package dev.storagebench.datasets.convert;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Lines of {@code 'key'<TAB>'value'} with MySQL's escapes for NUL, LF, TAB, CR, quote and
 * backslash. Carries any UTF-8.
 */
final class ArticleLinesEncoder implements RecordEncoder {
  private static final String FORM = "an article line";

  private final OutputStream out;

  ArticleLinesEncoder(OutputStream out) {
    this.out = out;
  }

  @Override
  public void encode(ByteBuffer key, ByteBuffer value) throws IOException {
    put("key", Bytes.of(key));
    out.write('\t');
    put("value", Bytes.of(value));
    out.write('\n');
  }

  private void put(String what, Bytes text) throws IOException {
    text.requireUtf8(what, FORM);
    out.write('\'');
    int written = text.from();
    for (int i = text.from(); i < text.to(); i++) {
      char escape = escape(text.array()[i]);
      if (escape != 0) {
        text.range(written, i).writeTo(out);
        out.write('\\');
        out.write(escape);
        written = i + 1;
      }
    }
    text.range(written, text.to()).writeTo(out);
    out.write('\'');
  }

  /** What stands behind the backslash; 0 for a byte that needs none. */
  private static char escape(byte b) {
    return switch (b) {
      case 0 -> '0';
      case '\n' -> 'n';
      case '\t' -> 't';
      case '\r' -> 'r';
      case '\'' -> '\'';
      case '\\' -> '\\';
      default -> 0;
    };
  }
}
