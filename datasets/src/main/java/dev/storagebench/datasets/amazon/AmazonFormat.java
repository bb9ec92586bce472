package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.input.UnreadableKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Amazon reviews: SNAP blocks or JSON lines, compressed or not, detected by content.
 *
 * <p><b>Key</b>: product, one space, reviewer. SNAP: {@code product/productId} and {@code
 * review/userId}. JSON: {@code asin} (if missing or empty, {@code parent_asin}) and {@code
 * reviewerID} or {@code user_id}. Keys are not unique in the published sets; duplicates are
 * returned as often as they occur.
 *
 * <p><b>Value</b>: the other fields without their names, joined by {@link #SEPARATOR}.
 *
 * <ul>
 *   <li>SNAP: every other field of the block in the order of the file, byte for byte (the published
 *       files are ISO-8859-1); for the published sets that is [title, price,] profile name,
 *       helpfulness, score, time, summary, text. A line that begins no field continues the one
 *       before it and is joined to it by LF.
 *   <li>JSON: always six parts, a missing one empty, in UTF-8: {@code reviewerName}; {@code
 *       helpful} as {@code 1/2}, {@code vote} or {@code helpful_vote}; {@code overall} or {@code
 *       rating}; {@code unixReviewTime} (s) or {@code timestamp} (ms); {@code summary} or {@code
 *       title}; {@code reviewText} or {@code text}. If an object has both names of a part, the
 *       newer one counts if it has a {@code user_id}, else the older one. Numbers are copied as
 *       written; a lone surrogate becomes U+FFFD. All other fields are left out.
 * </ul>
 *
 * <p><b>Bad records</b>: no product or reviewer, or an empty one; a key or value over the limits of
 * {@link RecordReader}; a field given twice; JSON that is malformed, not valid UTF-8 or nested
 * deeper than {@value JsonReader#MAX_DEPTH}; a SNAP block that begins with no field; an incomplete
 * last record. Of a SNAP file cut off inside the last text only the missing line end can be noted.
 * A missing field that is not part of the key is noted.
 *
 * <p>Files with CR LF line ends are read as if they had LF; any other CR belongs to its field.
 */
public final class AmazonFormat implements StreamFormat {

  /**
   * Separates the fields of a value: U+0001, which occurs in none of the published samples. Nothing
   * in this project splits a value again.
   */
  public static final byte SEPARATOR = 1;

  /** In other JSON, fields must be named: that is the format {@code kv}. */
  private static final Pattern ANY_REVIEW = Pattern.compile("\"(parent_)?asin\"");

  @Override
  public String name() {
    return "amazon";
  }

  @Override
  public String beginnings() {
    return "SNAP blocks (\"product/productId: \") or JSON lines (\"{\")";
  }

  @Override
  public Optional<String> form(byte[] head) {
    return Optional.ofNullable(Form.of(head))
        .filter(
            form -> form == Form.SNAP || ANY_REVIEW.matcher(new String(head, ISO_8859_1)).find())
        .map(form -> form.label);
  }

  @Override
  public RecordReader open(InputStream in, String argument, ReadOptions options)
      throws IOException {
    String source = InputSource.of(argument).name();
    byte[] head = InputSource.peek(in, HEAD_BYTES);
    UnreadableKind.refuse(name(), head, source);
    Form form = Form.of(head);
    if (form == null) {
      throw new BadInputException(
          source,
          "not Amazon reviews: starts with %s; expected %s, in ASCII, ISO-8859-1 or UTF-8"
              .formatted(Excerpt.of(head, 0, head.length), beginnings()));
    }
    return switch (form) {
      case SNAP -> new SnapReader(in, source, options);
      case JSON_LINES -> new JsonReader(in, source, options);
    };
  }

  /** The forms reviews were published in. */
  private enum Form {
    /** Blocks of {@code name: value} lines. */
    SNAP("SNAP blocks"),
    /** One object per line. */
    JSON_LINES("JSON lines");

    private final String label;

    Form(String label) {
      this.label = label;
    }

    /**
     * The form of an input with these first bytes, null if none. The first line that looks like one
     * of the forms decides, so that one bad record at the start hides nothing; only JSON's
     * brackets, which many files contain somewhere, must come first or be followed by a quoted
     * name.
     */
    static @Nullable Form of(byte[] head) {
      boolean first = true;
      for (int at = ByteScan.afterByteOrderMark(head, 0, head.length); at < head.length; ) {
        int end = ByteScan.indexOf(head, at, head.length, (byte) '\n');
        int start = ByteScan.skipSpace(head, at, end);
        if (start < end) {
          int next = ByteScan.skipSpace(head, start + 1, head.length);
          byte second = next < head.length ? head[next] : 0;
          if (head[start] == '{' && (first || second == '"')) {
            return JSON_LINES;
          }
          if (!SnapReader.name(head, at, end).isEmpty()) {
            return SNAP;
          }
          first = false;
        }
        at = end + 1;
      }
      return null;
    }
  }
}
