package dev.storagebench.datasets.amazon;

/**
 * The fast way through the fields of JSON reviews, which most of them go: a field whose name
 * followed the same field in an earlier review, with one space at most before name and value, and
 * with a value that is a string without escapes in ASCII, a number without sign and exponent, or an
 * array of such numbers where one may be, and a comma or brace right behind it. Any other field is
 * left untouched to {@link JsonParser}, which alone knows what to make of it; both ways lead to the
 * same review.
 */
final class UsualFields {
  private int position;
  private JsonField last;

  UsualFields(JsonField first) {
    last = first;
  }

  /** Where {@link #pass} has come to. */
  int position() {
    return position;
  }

  /** The field passed last; the one before, where none was passed. */
  JsonField last() {
    return last;
  }

  /**
   * Passes usual fields and the commas between them.
   *
   * @param from where the first field's name may begin, behind a brace or a comma
   * @param end where the bytes end that may be read
   * @param previous the field before
   * @return true if it has stopped behind the last value, at the closing brace; false if in front
   *     of a field that is not usual
   */
  boolean pass(byte[] bytes, int from, int end, JsonField previous) {
    position = from;
    last = previous;
    while (true) {
      JsonField field = last.successor();
      int name = afterSpace(bytes, position, end);
      if (!field.prefix().matches(bytes, name, end) || field.isPresent()) {
        return false;
      }
      int start = afterSpace(bytes, name + field.prefix().length(), end);
      int behind = passValue(bytes, start, end, field);
      if (behind == start || behind >= end || (bytes[behind] != ',' && bytes[behind] != '}')) {
        return false;
      }
      set(field, bytes[start], start, behind);
      last = field;
      position = behind;
      if (bytes[behind] == '}') {
        return true;
      }
      position++;
    }
  }

  /** The index behind a usual value of this field; {@code from} if it is none. */
  private static int passValue(byte[] bytes, int from, int end, JsonField field) {
    if (from == end) {
      return from;
    }
    if (bytes[from] == '"') {
      int quote = PlainText.end(bytes, from + 1, end);
      return quote < end && bytes[quote] == '"' ? quote + 1 : from;
    }
    return bytes[from] == '[' && field.mayBeNumbers()
        ? passNumbers(bytes, from, end)
        : passNumber(bytes, from, end);
  }

  private static int passNumbers(byte[] bytes, int from, int end) {
    int i = from;
    do {
      int number = afterSpace(bytes, i + 1, end);
      i = passNumber(bytes, number, end);
      if (i == number || i == end) {
        return from;
      }
    } while (bytes[i] == ',');
    return bytes[i] == ']' ? i + 1 : from;
  }

  private static int passNumber(byte[] bytes, int from, int end) {
    int point = passDigits(bytes, from, end);
    if (point == from || (bytes[from] == '0' && point > from + 1)) {
      return from;
    }
    if (point == end || bytes[point] != '.') {
      return point;
    }
    int behind = passDigits(bytes, point + 1, end);
    return behind > point + 1 ? behind : from;
  }

  private static int passDigits(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    return i;
  }

  private static int afterSpace(byte[] bytes, int from, int end) {
    return from < end && bytes[from] == ' ' ? from + 1 : from;
  }

  private static void set(JsonField field, byte first, int start, int end) {
    if (!field.isRead()) {
      return;
    }
    switch (first) {
      case '"' -> field.set(JsonField.Kind.PLAIN, start + 1, end - 1);
      case '[' -> field.set(JsonField.Kind.NUMBERS, start, end);
      default -> field.set(JsonField.Kind.PLAIN, start, end);
    }
  }
}
