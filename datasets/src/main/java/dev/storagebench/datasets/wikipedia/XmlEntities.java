package dev.storagebench.datasets.wikipedia;

/** The entities that XML itself defines. */
final class XmlEntities {
  private XmlEntities() {}

  /**
   * The character of an entity.
   *
   * @param bytes holds, in {@code [start, end)}, what stands between {@code &} and {@code ;}
   * @return -1 if there is no such entity or character
   */
  static int codePoint(byte[] bytes, int start, int end) {
    int length = end - start;
    if (length == 2 && bytes[start + 1] == 't') {
      return bytes[start] == 'l' ? '<' : bytes[start] == 'g' ? '>' : -1;
    }
    if (length >= 2 && bytes[start] == '#') {
      return bytes[start + 1] == 'x'
          ? number(bytes, start + 2, end, 16)
          : number(bytes, start + 1, end, 10);
    }
    if (is(bytes, start, end, "quot")) {
      return '"';
    }
    if (is(bytes, start, end, "amp")) {
      return '&';
    }
    return is(bytes, start, end, "apos") ? '\'' : -1;
  }

  private static int number(byte[] bytes, int start, int end, int radix) {
    int value = 0;
    for (int i = start; i < end; i++) {
      int digit = Character.digit(bytes[i], radix);
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
      if (value > Character.MAX_CODE_POINT) {
        return -1;
      }
    }
    boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
    return value == 0 || surrogate ? -1 : value;
  }

  private static boolean is(byte[] bytes, int start, int end, String name) {
    if (end - start != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (bytes[start + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
