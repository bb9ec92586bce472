package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.input.Excerpt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reviews as JSON objects with the names of any edition. */
final class JsonParser implements ReviewParser {
  private static final int NAMES_SHOWN = 12;
  private static final int LONGEST_NAME_BYTES = 64;

  private final Elements elements;
  private final JsonScanner scanner;
  private final JsonText text = new JsonText();
  private final JsonReview review = new JsonReview();

  /** The known field passed last, be it in the review before. */
  private JsonField previous = review.first();

  private final UsualFields usual = new UsualFields(previous);

  private final RecordBytes name = new RecordBytes(LONGEST_NAME_BYTES);

  /** Reads one object from each element, and closes the elements. */
  JsonParser(Elements elements) {
    this.elements = elements;
    this.scanner = new JsonScanner(elements);
  }

  @Override
  public boolean next(RecordBytes key, RecordBytes value, ReadCounts notes) throws IOException {
    if (!scanOpenObject()) {
      if (!elements.next()) {
        return false;
      }
      review.clear();
      scanner.begin();
      scanObject();
    }
    text.begin();
    key.clear();
    value.clear();
    String missing = review.missingKeyPart();
    if (missing != null) {
      throw bad("no %s in the review, a part of its key; %s".formatted(missing, describeNames()));
    }
    review.putKey(elements.array(), text, key);
    if (key.overflowed()) {
      throw bad("the key is longer than the %,d bytes allowed".formatted(key.maxBytes()));
    }
    review.putValue(elements.array(), text, value, notes);
    if (value.overflowed()) {
      throw bad("the value is longer than the %,d bytes allowed".formatted(value.maxBytes()));
    }
    text.takeNotes(notes);
    return true;
  }

  @Override
  public void close() throws IOException {
    elements.close();
  }

  /**
   * Scans the next object without searching for its end first; most are good and in memory.
   *
   * @return false if the next piece must be scanned between its ends, to tell what is wrong
   */
  private boolean scanOpenObject() {
    if (!elements.nextOpen()) {
      return false;
    }
    review.clear();
    scanner.beginOpen();
    try {
      scanObject();
    } catch (BadInputException e) {
      return false;
    }
    if (scanner.isOpen()) {
      return false;
    }
    elements.endAt(scanner.position());
    return true;
  }

  private void scanObject() throws BadInputException {
    scanner.expect('{', "at the start of a review");
    if (scanner.peek() == '\'') {
      throw scanner.malformed(
          "names and texts in double quotes expected (this is Python's notation; convert it with"
              + " json.dumps(ast.literal_eval(line)))");
    }
    if (scanner.peek() == '}') {
      scanner.expect('}', "at the end");
    } else {
      do {
        if (!passUsualFields()) {
          passField();
        }
      } while (scanner.expectEither(',', '}', "after a value"));
    }
    scanner.expectEnd();
  }

  /** Whether it has come to the object's end, and not to another field. */
  private boolean passUsualFields() {
    boolean atEnd = usual.pass(elements.array(), scanner.position(), scanner.end(), previous);
    previous = usual.last();
    scanner.goTo(usual.position());
    return atEnd;
  }

  private void passField() throws BadInputException {
    JsonField field = passName();
    if (field != null && field.isRead()) {
      scanField(field);
    } else {
      scanner.passValue();
    }
  }

  /** Passes a field's name and colon; null if the name is not known. */
  private @Nullable JsonField passName() throws BadInputException {
    JsonField expected = previous.successor();
    if (scanner.passIfNext(expected.prefix())) {
      previous = expected;
      return expected;
    }
    scanner.passName();
    JsonField found = namedField();
    if (found != null) {
      previous.setSuccessor(found);
      previous = found;
    }
    return found;
  }

  /** The field whose name was just passed. */
  private @Nullable JsonField namedField() {
    byte[] bytes = elements.array();
    if (!scanner.escaped()) {
      return review.field(bytes, scanner.stringStart(), scanner.stringEnd());
    }
    name.clear();
    text.append(bytes, scanner.stringStart(), scanner.stringEnd(), name);
    return name.overflowed() ? null : review.field(name.view().array(), 0, name.length());
  }

  private void scanField(JsonField field) throws BadInputException {
    byte first = scanner.peek();
    int start = scanner.position();
    if (field.isPresent()) {
      throw new BadInputException(
          elements.place(start), "a second '%s' in the same review".formatted(field.label()));
    }
    scanner.passValue();
    switch (first) {
      case '"' ->
          field.set(
              scanner.escaped() ? JsonField.Kind.ESCAPED : JsonField.Kind.PLAIN,
              scanner.stringStart(),
              scanner.stringEnd());
      case '{', '[' -> {
        if (!field.mayBeNumbers() || !isNumbers(start)) {
          throw new BadInputException(
              elements.place(start),
              "'%s' is %s; a string or number was expected"
                  .formatted(
                      field.label(), Excerpt.of(elements.array(), start, scanner.position())));
        }
        field.set(JsonField.Kind.NUMBERS, start, scanner.position());
      }
      case 'n' -> field.clear();
      default -> field.set(JsonField.Kind.PLAIN, start, scanner.position());
    }
  }

  /** Whether the checked value that was just passed is an array of numbers only. */
  private boolean isNumbers(int start) {
    byte[] bytes = elements.array();
    for (int i = start + 1; i < scanner.position() - 1; i++) {
      byte b = bytes[i];
      boolean digit = b >= '0' && b <= '9';
      if (!digit && !JsonScanner.isSpace(b) && ",.+-eE".indexOf(b) < 0) {
        return false;
      }
    }
    return bytes[start] == '[';
  }

  /** What the current, well-formed object calls its fields: the file may hold something else. */
  private String describeNames() throws BadInputException {
    List<String> names = new ArrayList<>();
    scanner.begin();
    scanner.expect('{', "at the start of a review");
    while (scanner.peek() == '"' && names.size() < NAMES_SHOWN) {
      scanner.passName();
      names.add(Excerpt.of(elements.array(), scanner.stringStart(), scanner.stringEnd()));
      scanner.passValue();
      scanner.expectEither(',', '}', "after a value");
    }
    return "its names are %s; expected were those of 2014 and 2018 (asin, reviewerID, overall,"
            .formatted(names.isEmpty() ? "none" : String.join(", ", names))
        + " unixReviewTime, summary, reviewText) or 2023 (asin, user_id, rating, timestamp, title,"
        + " text)";
  }

  private BadInputException bad(String problem) {
    return new BadInputException(elements.place(elements.start()), problem);
  }
}
