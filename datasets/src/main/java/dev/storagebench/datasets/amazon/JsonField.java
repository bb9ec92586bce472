package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** One field of a JSON review: its name, and where the current review has it. */
final class JsonField {
  /** How a field's value is written. */
  enum Kind {
    /** Not there, or null. */
    MISSING,
    /** A string without escapes, or a number, true or false. */
    PLAIN,
    /** A string with escapes. */
    ESCAPED,
    /** An array of numbers. */
    NUMBERS
  }

  /** What the record needs a field for. */
  enum Use {
    /** Nothing: it is known for speed only. */
    LEFT_OUT,
    /** A string or number of the record. */
    READ,
    /** The same, or an array of numbers. */
    READ_NUMBERS
  }

  private final String label;
  private final Use use;
  private final byte[] name;
  private final NamePrefix prefix;
  private JsonField successor = this;
  private Kind kind = Kind.MISSING;
  private int start;
  private int end;

  /**
   * @param label the name
   * @param use what for
   */
  JsonField(String label, Use use) {
    this.label = label;
    this.use = use;
    this.name = label.getBytes(US_ASCII);
    this.prefix = new NamePrefix('"' + label + "\":");
  }

  /** Whether the record has a use for the value. */
  boolean isRead() {
    return use != Use.LEFT_OUT;
  }

  /** Whether the value may be an array of numbers: {@code [helpful votes, all votes]}. */
  boolean mayBeNumbers() {
    return use == Use.READ_NUMBERS;
  }

  /** The name as it is mostly written: in quotes, a colon behind it. */
  NamePrefix prefix() {
    return prefix;
  }

  /** The field that last followed this one: mostly it does so again. */
  JsonField successor() {
    return successor;
  }

  /** Remembers which field followed this one. */
  void setSuccessor(JsonField next) {
    successor = next;
  }

  /** The name as the files write it. */
  String label() {
    return label;
  }

  /** The name's length in bytes. */
  int nameBytes() {
    return name.length;
  }

  /** Whether {@code [from, to)} is this field's name. */
  boolean isNamed(byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, name, 0, name.length);
  }

  /** Forgets the last review. */
  void clear() {
    kind = Kind.MISSING;
  }

  /** Takes a value: the inside of a string, or a whole value of another kind. */
  void set(Kind newKind, int newStart, int newEnd) {
    kind = newKind;
    start = newStart;
    end = newEnd;
  }

  boolean isPresent() {
    return kind != Kind.MISSING;
  }

  /** Whether it is there and not the empty string. */
  boolean isFilled() {
    return isPresent() && start < end;
  }

  /** Appends what the value stands for, nothing if it is missing; numbers are joined by a slash. */
  void put(byte[] bytes, JsonText text, RecordBytes into) {
    switch (kind) {
      case MISSING -> {}
      case PLAIN -> into.append(bytes, start, end);
      case ESCAPED -> text.append(bytes, start, end, into);
      case NUMBERS -> {
        for (int i = start + 1; i < end - 1; i++) {
          if (!JsonScanner.isSpace(bytes[i])) {
            into.append(bytes[i] == ',' ? (byte) '/' : bytes[i]);
          }
        }
      }
    }
  }
}
