package dev.storagebench.datasets.wikipedia;

import java.nio.charset.StandardCharsets;

/** A tag's attributes. */
final class XmlAttributes {
  private XmlAttributes() {}

  /**
   * The value of one of them, entities as they stand.
   *
   * @param bytes holds, in {@code [start, end)}, what stands between a tag's name and its end
   * @return empty if it is not among them
   */
  static String value(byte[] bytes, int start, int end, String name) {
    int i = start;
    while (i < end) {
      int nameStart = skipSpace(bytes, i, end);
      int nameEnd = nameStart;
      while (nameEnd < end && bytes[nameEnd] != '=' && bytes[nameEnd] > ' ') {
        nameEnd++;
      }
      int equals = skipSpace(bytes, nameEnd, end);
      int quote = skipSpace(bytes, equals + 1, end);
      if (quote >= end || bytes[equals] != '=') {
        return "";
      }
      int valueEnd = quote + 1;
      while (valueEnd < end && bytes[valueEnd] != bytes[quote]) {
        valueEnd++;
      }
      if (isName(bytes, nameStart, nameEnd, name)) {
        return new String(bytes, quote + 1, valueEnd - quote - 1, StandardCharsets.UTF_8);
      }
      i = valueEnd + 1;
    }
    return "";
  }

  private static int skipSpace(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && bytes[i] <= ' ' && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  private static boolean isName(byte[] bytes, int start, int end, String name) {
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
