package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** The fields of a SNAP block, each known by the {@code name: } its line begins with. */
enum SnapField {
  PRODUCT_ID(1 << 0, "product/productId"),
  PRODUCT_TITLE(1 << 1, "product/title"),
  PRODUCT_PRICE(1 << 2, "product/price"),
  USER_ID(1 << 3, "review/userId"),
  PROFILE_NAME(1 << 4, "review/profileName"),
  HELPFULNESS(1 << 5, "review/helpfulness"),
  SCORE(1 << 6, "review/score"),
  TIME(1 << 7, "review/time"),
  SUMMARY(1 << 8, "review/summary"),
  TEXT(1 << 9, "review/text"),
  /** Any other {@code product/…} or {@code review/…} of one word of ASCII letters. */
  OTHER(1 << 10, ""),
  /** No field: the line continues the one before it. */
  NONE(0, "");

  /** The two parts of the key. */
  static final int KEY_BITS = bits(PRODUCT_ID, USER_ID);

  /** What every block of the published sets has beside the key. */
  static final int PUBLISHED_BITS = bits(PROFILE_NAME, HELPFULNESS, SCORE, TIME, SUMMARY, TEXT);

  private static final byte[] PRODUCT = "product/".getBytes(US_ASCII);
  private static final byte[] REVIEW = "review/".getBytes(US_ASCII);
  private static final SnapField[] KNOWN =
      Arrays.stream(values()).filter(f -> !f.label.isEmpty()).toArray(SnapField[]::new);

  private final int bit;
  private final String label;

  @SuppressWarnings("Immutable") // all its fields are final, and nobody writes to its bytes
  private final NamePrefix prefix;

  /** The name and colon alone, of a line whose final space an editor has cut. */
  @SuppressWarnings("Immutable")
  private final NamePrefix bare;

  SnapField(int bit, String label) {
    this.bit = bit;
    this.label = label;
    this.prefix = new NamePrefix(label + ": ");
    this.bare = new NamePrefix(label + ":");
  }

  /** The name as the files write it. */
  String label() {
    return label;
  }

  /** Where this field's value begins if the line {@code [from, to)} is this known field. */
  int valueOffset() {
    return prefix.length();
  }

  /** What the lines of this known field begin with. */
  NamePrefix prefix() {
    return prefix;
  }

  /** This field's bit in a set of fields. */
  int bit() {
    return bit;
  }

  /** Whether it is a part of the key and not of the value. */
  boolean isInKey() {
    return (bit & KEY_BITS) != 0;
  }

  /** Whether the line begins with this known field's {@code name: }. */
  boolean matches(byte[] bytes, int from, int to) {
    return prefix.matches(bytes, from, to);
  }

  /** The field that the line begins. */
  static SnapField of(byte[] bytes, int from, int to) {
    if (from == to || (bytes[from] != 'p' && bytes[from] != 'r')) {
      return NONE;
    }
    for (SnapField field : KNOWN) {
      if (field.matches(bytes, from, to) || field.isBare(bytes, from, to)) {
        return field;
      }
    }
    return otherValueStart(bytes, from, to) < 0 ? NONE : OTHER;
  }

  /** Whether the line begins any field. */
  static boolean begins(byte[] bytes, int from, int to) {
    return of(bytes, from, to) != NONE;
  }

  /** The index of the value in a line that {@link #of} calls this field. */
  int valueStart(byte[] bytes, int from, int to) {
    return this == OTHER ? otherValueStart(bytes, from, to) : Math.min(from + prefix.length(), to);
  }

  /** Whether the line is this field's name and colon alone: an editor has cut the final space. */
  private boolean isBare(byte[] bytes, int from, int to) {
    return to - from == bare.length() && bare.matches(bytes, from, to);
  }

  private static int otherValueStart(byte[] bytes, int from, int to) {
    int word = from;
    if (startsWith(bytes, from, to, PRODUCT)) {
      word += PRODUCT.length;
    } else if (startsWith(bytes, from, to, REVIEW)) {
      word += REVIEW.length;
    } else {
      return -1;
    }
    int colon = word;
    while (colon < to && isLetter(bytes[colon])) {
      colon++;
    }
    boolean named = colon > word && colon < to && bytes[colon] == ':';
    if (named && colon + 1 == to) {
      return to;
    }
    return named && bytes[colon + 1] == ' ' ? colon + 2 : -1;
  }

  private static boolean startsWith(byte[] bytes, int from, int to, byte[] start) {
    return to - from >= start.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  private static int bits(SnapField... fields) {
    int bits = 0;
    for (SnapField field : fields) {
      bits |= field.bit;
    }
    return bits;
  }

  private static boolean isLetter(byte b) {
    return (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
  }
}
