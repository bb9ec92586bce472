package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.LineReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reviews in the form of the <a href="https://snap.stanford.edu/data/web-Movies.html">SNAP
 * collection</a>: a line {@code name: value} per field, an empty line after each record. A line
 * that begins no field continues the one before it.
 */
final class SnapReader extends LineReader {
  private static final List<String> NAMES =
      List.of(
          ("product/productId product/title product/price review/userId review/profileName"
                  + " review/helpfulness review/score review/time review/summary review/text")
              .split(" ", -1));
  private static final int PRODUCT = 0;
  private static final int USER = 3;
  private static final int FIRST_PUBLISHED = 4;
  private static final int TEXT = 9;

  /** Any other {@code product/…: } or {@code review/…: }. */
  private static final int OTHER = 10;

  private static final int MAX_NAME_BYTES = 100;
  private static final Pattern OTHER_NAME = Pattern.compile("(product|review)/[A-Za-z]+");

  private final RecordBytes product = new RecordBytes(MAX_KEY_BYTES);
  private final RecordBytes user = new RecordBytes(MAX_KEY_BYTES);

  /** Whether the first line ends with CR LF, and so all do. */
  private boolean crLf;

  private boolean skipBlock;

  /** The current block: the set of its fields, and what the last one belongs to. */
  private int fields;

  private RecordBytes part = value;

  /** Owns the stream. */
  SnapReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_VALUE_BYTES, options);
  }

  @Override
  protected boolean parse() throws IOException {
    product.clear();
    user.clear();
    fields = 0;
    boolean spoilt = skipBlock;
    skipBlock = true;
    while (lines.next()) {
      int from = lines.textStart();
      int to = lineEnd(from);
      if (from == to) {
        if (fields != 0) {
          skipBlock = false;
          finish();
          return true;
        }
        spoilt = false;
      } else if (!spoilt) {
        add(lines.array(), from, to);
      }
    }
    skipBlock = false;
    if (fields == 0) {
      return false;
    }
    if ((fields & 1 << TEXT) == 0) {
      throw bad("the last record is cut off: no 'review/text'");
    }
    finish();
    if (lines.lacksLineEnd()) {
      counts()
          .note(
              "last line without LF: the input may be cut off at byte %,d"
                  .formatted(lines.byteOffset() + lines.end() - lines.start()));
    }
    return true;
  }

  /** The end of the line without CR; of an unfinished last line also without NUL bytes. */
  private int lineEnd(int from) {
    byte[] bytes = lines.array();
    int end = lines.end();
    if (lines.lacksLineEnd()) {
      while (end > from && bytes[end - 1] == 0) {
        end--;
      }
    }
    boolean cr = (crLf || lines.line() == 1) && end > from && bytes[end - 1] == '\r';
    crLf |= cr;
    return cr ? end - 1 : end;
  }

  private void add(byte[] bytes, int from, int to) throws BadInputException {
    String name = name(bytes, from, to);
    if (name.isEmpty()) {
      if (fields == 0) {
        throw badLine(
            "expected a field such as 'product/productId: ' at the start of a record, found "
                + Excerpt.of(bytes, from, to));
      }
      part.append((byte) '\n');
      part.append(bytes, from, to);
      return;
    }
    if (fields == 0) {
      recordStart = lines.place();
    }
    int field = NAMES.contains(name) ? NAMES.indexOf(name) : OTHER;
    if (field == OTHER) {
      counts().note("unknown fields");
    } else if ((fields & 1 << field) != 0) {
      throw badLine(
          "second '%s' in the record that starts at line %,d; is the empty line between two records missing?"
              .formatted(name, recordStart.line()));
    }
    part = field == PRODUCT ? product : field == USER ? user : value;
    if (part == value && (fields & ~(1 << PRODUCT | 1 << USER)) != 0) {
      value.append(AmazonFormat.SEPARATOR);
    }
    // An editor may have cut the final space of an empty value.
    part.append(bytes, Math.min(from + name.length() + 2, to), to);
    fields |= 1 << field;
  }

  private void finish() throws BadInputException {
    require(product, PRODUCT);
    require(user, USER);
    key.append(product.array(), 0, product.length());
    key.append((byte) ' ');
    key.append(user.array(), 0, user.length());
    if (product.overflowed() || user.overflowed()) {
      throw bad("key longer than %,d bytes".formatted(MAX_KEY_BYTES));
    }
    requireSizes();
    for (int field = FIRST_PUBLISHED; field <= TEXT; field++) {
      if ((fields & 1 << field) == 0) {
        counts().note(NAMES.get(field) + " missing");
      }
    }
  }

  private void require(RecordBytes keyPart, int field) throws BadInputException {
    if (keyPart.length() == 0 && !keyPart.overflowed()) {
      throw bad(
          "%s '%s', a part of the key"
              .formatted((fields & 1 << field) == 0 ? "no" : "empty", NAMES.get(field)));
    }
  }

  /** The name of the field that the line begins; empty if it begins none. */
  static String name(byte[] bytes, int from, int to) {
    if (from == to || (bytes[from] != 'p' && bytes[from] != 'r')) {
      return "";
    }
    int end = Math.min(to, from + MAX_NAME_BYTES);
    int colon = ByteScan.indexOf(bytes, from, end, (byte) ':');
    if (colon == end || (colon + 1 < to && bytes[colon + 1] != ' ')) {
      return "";
    }
    String name = new String(bytes, from, colon - from, US_ASCII);
    return NAMES.contains(name) || OTHER_NAME.matcher(name).matches() ? name : "";
  }
}
