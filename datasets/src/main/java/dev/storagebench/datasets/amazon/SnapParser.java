package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.ByteLines;
import dev.storagebench.datasets.input.Excerpt;
import java.io.IOException;

/**
 * The form of the SNAP collection (https://snap.stanford.edu/data/web-Movies.html): a line {@code
 * name: value} a field, an empty line after each record. A line that begins no field continues the
 * one before it. An empty line always ends the record.
 */
final class SnapParser implements ReviewParser {
  private final WatchedStream in;
  private final ByteLines lines;
  private final String source;
  private final RecordBytes product = new RecordBytes(RecordReader.MAX_KEY_BYTES);
  private final RecordBytes user = new RecordBytes(RecordReader.MAX_KEY_BYTES);

  private final UsualBlock usual = new UsualBlock();
  private boolean crLf;
  private boolean skipBlock;

  /** The block being read: its first line and its fields so far. */
  private long blockLine;

  private long blockOffset;
  private int fields;
  private int fieldCount;

  /** What the latest field belongs to, and a continuation of it. */
  private RecordBytes part = product;

  /** Reads the bytes, and closes them. */
  SnapParser(WatchedStream in, String source) {
    this.in = in;
    this.lines = new ByteLines(in, source, RecordReader.MAX_VALUE_BYTES);
    this.source = source;
  }

  @Override
  public boolean next(RecordBytes key, RecordBytes value, ReadCounts notes) throws IOException {
    if (skipBlock) {
      skipBlock();
    }
    // The first line may have a byte order mark, and decides about CR.
    if (lines.line() > 0 && !crLf && usual.next(lines, key, value)) {
      return true;
    }
    begin(key, value);
    while (nextLine()) {
      byte[] bytes = lines.array();
      int from = lineStart();
      int to = lineEnd(bytes, from);
      if (from < to) {
        add(bytes, from, to, value, notes);
      } else if (blockLine > 0) {
        finish(key, value, notes);
        return true;
      }
    }
    if (blockLine == 0) {
      return false;
    }
    if ((fields & SnapField.TEXT.bit()) == 0) {
      throw bad("the last record is cut off: it has no '%s'".formatted(SnapField.TEXT.label()));
    }
    finish(key, value, notes);
    if (in.isInsideLine()) {
      notes.note("last line without an end");
      notes.note("the input may be cut off at byte %,d".formatted(in.bytes()));
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private void begin(RecordBytes key, RecordBytes value) {
    key.clear();
    value.clear();
    product.clear();
    user.clear();
    blockLine = 0;
    fields = 0;
    fieldCount = 0;
  }

  /** Puts one line that is not empty into the record. */
  private void add(byte[] bytes, int from, int to, RecordBytes value, ReadCounts notes)
      throws BadInputException {
    if (blockLine == 0) {
      blockLine = lines.line();
      blockOffset = lines.byteOffset();
    }
    SnapField expected = usual.expected(fieldCount);
    if (expected.matches(bytes, from, to)) {
      add(expected, bytes, from + expected.valueOffset(), to, value);
      return;
    }
    SnapField found = SnapField.of(bytes, from, to);
    if (found == SnapField.NONE) {
      addContinuation(bytes, from, to);
      return;
    }
    if (found == SnapField.OTHER) {
      notes.note("unknown fields");
    }
    int start = found.valueStart(bytes, from, to);
    usual.setExpected(fieldCount, found);
    add(found, bytes, start, to, value);
  }

  private void add(SnapField found, byte[] bytes, int from, int to, RecordBytes value)
      throws BadInputException {
    if ((fields & found.bit()) != 0 && found != SnapField.OTHER) {
      skipBlock = true;
      throw new BadInputException(
          lines.place(),
          "a second '%s' in the record that begins at line %,d; is the empty line between two records missing?"
              .formatted(found.label(), blockLine));
    }
    part =
        switch (found) {
          case PRODUCT_ID -> product;
          case USER_ID -> user;
          default -> value;
        };
    if (part == value && (fields & ~SnapField.KEY_BITS) != 0) {
      value.append(AmazonFormat.SEPARATOR);
    }
    part.append(bytes, from, to);
    fields |= found.bit();
    fieldCount++;
  }

  private void addContinuation(byte[] bytes, int from, int to) throws BadInputException {
    if (fieldCount == 0) {
      skipBlock = true;
      throw new BadInputException(
          lines.place(),
          "a record must begin with a field such as 'product/productId: ', found "
              + Excerpt.of(bytes, from, to));
    }
    part.append((byte) '\n');
    part.append(bytes, from, to);
  }

  private void finish(RecordBytes key, RecordBytes value, ReadCounts notes)
      throws BadInputException {
    require(product, SnapField.PRODUCT_ID);
    require(user, SnapField.USER_ID);
    key.append(product);
    key.append((byte) ' ');
    key.append(user);
    if (key.overflowed() || product.overflowed() || user.overflowed()) {
      throw bad("the key is longer than the %,d bytes allowed".formatted(key.maxBytes()));
    }
    if (value.overflowed()) {
      throw bad("the value is longer than the %,d bytes allowed".formatted(value.maxBytes()));
    }
    if ((fields & SnapField.PUBLISHED_BITS) != SnapField.PUBLISHED_BITS) {
      noteMissing(notes);
    }
    usual.learn(fieldCount);
  }

  private void require(RecordBytes part, SnapField name) throws BadInputException {
    if (part.length() == 0 && !part.overflowed()) {
      throw bad(
          "the record has %s '%s', a part of its key"
              .formatted((fields & name.bit()) == 0 ? "no" : "an empty", name.label()));
    }
  }

  private void noteMissing(ReadCounts notes) {
    for (SnapField field : SnapField.values()) {
      if ((field.bit() & SnapField.PUBLISHED_BITS & ~fields) != 0) {
        notes.note(field.label() + " missing");
      }
    }
  }

  /** Goes on to the next line; one that is too long spoils its block. */
  private boolean nextLine() throws IOException {
    try {
      return lines.next();
    } catch (BadInputException e) {
      skipBlock = true;
      throw e;
    }
  }

  private void skipBlock() throws IOException {
    while (nextLine()) {
      int from = lineStart();
      if (from == lineEnd(lines.array(), from)) {
        break;
      }
    }
    skipBlock = false;
  }

  /** The line's start, behind a byte order mark. */
  private int lineStart() {
    int start = lines.start();
    return lines.line() > 1
        ? start
        : start + ReviewForm.byteOrderMark(lines.array(), start, lines.end());
  }

  /** The line's end; before its CR where the first line has one. */
  private int lineEnd(byte[] bytes, int from) {
    int end = lines.end();
    boolean cr = (crLf || lines.line() == 1) && end > from && bytes[end - 1] == '\r';
    crLf |= cr;
    return cr ? end - 1 : end;
  }

  private BadInputException bad(String problem) {
    return new BadInputException(new Place(source, blockLine, blockOffset), problem);
  }
}
