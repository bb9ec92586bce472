package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.Excerpt;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Amazon reviews: SNAP blocks, JSON lines or a JSON array, compressed or not, told apart by
 * content.
 *
 * <p><b>Key</b>: product, one space, reviewer. SNAP: {@code product/productId} and {@code
 * review/userId}. JSON: {@code asin} (where it is missing or empty, {@code parent_asin}) and {@code
 * reviewerID} or {@code user_id}. Keys are not unique in the published sets, and are handed out as
 * often as they occur.
 *
 * <p><b>Value</b>: the other fields without their names, joined by {@link #SEPARATOR}.
 *
 * <ul>
 *   <li>SNAP: every other field of the block in the order it stands there, byte for byte (the
 *       published files are ISO-8859-1); for the published sets that is [title, price,] profile
 *       name, helpfulness, score, time, summary, text. A line that begins no field continues the
 *       one before it and is joined to it by LF.
 *   <li>JSON: always six parts, a missing one empty, in UTF-8: {@code reviewerName}; {@code
 *       helpful} as {@code 1/2}, {@code vote} or {@code helpful_vote}; {@code overall} or {@code
 *       rating}; {@code unixReviewTime} (s) or {@code timestamp} (ms); {@code summary} or {@code
 *       title}; {@code reviewText} or {@code text}. Where an object has both names of a part, the
 *       newer one counts if it has a {@code user_id}, else the older one. Numbers stand as they are
 *       written. All else is checked for being JSON and left out: {@code style}, {@code image(s)},
 *       {@code verified}, {@code verified_purchase}, {@code reviewTime} and unknown names.
 * </ul>
 *
 * <p><b>Bad records</b>: no product or reviewer, or an empty one; a key or value over the limits of
 * {@link RecordReader}; a field given twice; JSON that is malformed, not valid UTF-8 or nested
 * deeper than {@value JsonScanner#MAX_DEPTH}; a SNAP block that begins with no field; a cut last
 * record. Of a cut SNAP file only a last block without {@code review/text} and without the blank
 * line behind it can be recognised; a cut inside the text cannot, but an input whose last line has
 * no end is noted. A field that is not there, but for the key, is noted and no error.
 *
 * <p>Files with CR LF line ends are read as if they had LF; any other CR belongs to its field.
 */
public final class AmazonFormat implements StreamFormat {

  /**
   * Stands between two fields of a value: U+0001, which occurs in none of the published samples.
   * Where it does occur inside a field, which JSON can only write as an escape, JSON reading takes
   * a note; SNAP values are not searched for it. Nothing in this project splits a value again.
   */
  public static final byte SEPARATOR = 1;

  /** For the {@link java.util.ServiceLoader}. */
  public AmazonFormat() {}

  @Override
  public String name() {
    return "amazon";
  }

  @Override
  public String usage() {
    return "amazon:FILE  Amazon reviews as SNAP blocks, JSON lines or a JSON array (names of 2014,"
        + " 2018, 2023), also gzip, bzip2, xz, zstd; - for standard input";
  }

  @Override
  public String beginnings() {
    return "SNAP blocks (\"product/productId: \"), JSON lines (\"{\") or a JSON array (\"[{\")";
  }

  @Override
  public Optional<String> form(byte[] head) {
    return Optional.ofNullable(ReviewForm.of(head)).map(ReviewForm::label);
  }

  @Override
  public RecordReader open(InputStream stream, String source, ReadOptions options)
      throws IOException {
    WatchedStream in = new WatchedStream(stream);
    try {
      ReviewForm form = recognise(in, source);
      return new ReviewReader(form.parser(in, source), in, source, options);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public String identity(String argument) throws IOException {
    return "v1 " + InputSource.of(argument).identity();
  }

  /**
   * Whether a line of a SNAP block that holds {@code [from, to)} begins a field, instead of
   * continuing the one before it.
   */
  public static boolean beginsSnapField(byte[] bytes, int from, int to) {
    return SnapField.begins(bytes, from, to);
  }

  private ReviewForm recognise(WatchedStream in, String source) throws IOException {
    byte[] head = in.peek(HEAD_BYTES);
    ReviewForm form = ReviewForm.of(head);
    if (form != null) {
      return form;
    }
    throw new BadInputException(
        new Place(source, 0, 0),
        "no Amazon reviews: it begins with %s; expected were %s, in ASCII, ISO-8859-1 or UTF-8"
            .formatted(Excerpt.of(head, 0, head.length), beginnings()));
  }
}
