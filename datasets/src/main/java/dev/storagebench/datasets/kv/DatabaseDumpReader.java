package dev.storagebench.datasets.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteScan;
import dev.storagebench.datasets.input.LineReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The flat text that LMDB's {@code mdb_dump} and Berkeley DB's {@code db_dump} write: for a
 * database a header of {@code NAME=VALUE} lines up to {@code HEADER=END}, then a line for each key
 * and each value, one space before it, up to {@code DATA=END}. See <a
 * href="https://docs.oracle.com/cd/E17276_01/html/api_reference/C/db_dump.html">db_dump</a>, "Dump
 * Output Formats". In {@code format=print} printable bytes stand for themselves, others as {@code
 * \hh}, a backslash as two.
 *
 * <p>Values of one key stand next to each other in sorted and in hashed databases, so a repeated
 * key is found in constant memory.
 */
final class DatabaseDumpReader extends LineReader {
  private static final int MAX_LINE_BYTES = 3 * MAX_VALUE_BYTES + 1;
  private static final String HEADER_END = "HEADER=END";
  private static final String DATA_END = "DATA=END";

  private final RecordBytes previousKey = new RecordBytes(MAX_KEY_BYTES);
  private boolean begun;
  private boolean inData;
  private boolean valueIsNext;
  private boolean print;

  /** Owns the stream. */
  DatabaseDumpReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_LINE_BYTES, options);
  }

  @Override
  protected boolean parse() throws IOException {
    if (valueIsNext) {
      // Of a key that is bad.
      valueIsNext = false;
      nextLine();
    }
    while (inData || moveToData()) {
      nextLine();
      if (lines.startsWith(DATA_END)) {
        inData = false;
        continue;
      }
      Place place = lines.place();
      valueIsNext = true;
      clear();
      decode(key);
      nextLine();
      valueIsNext = false;
      if (lines.startsWith(DATA_END)) {
        inData = false;
        throw new BadInputException(place, "key without a value");
      }
      decode(value);
      requireSizes(place);
      requireNewKey(place);
      return true;
    }
    return false;
  }

  /** Reads the header; false at the end. */
  private boolean moveToData() throws IOException {
    Map<String, String> header = header();
    if (header.isEmpty()) {
      return false;
    }
    if (begun) {
      throw damage("a second database; dump one of them: -s NAME");
    }
    begun = true;
    requireKeys(header);
    inData = true;
    return true;
  }

  /** The next header; empty at the end of the input. */
  private Map<String, String> header() throws IOException {
    Map<String, String> header = new HashMap<>();
    while (lines.next()) {
      String line =
          new String(lines.array(), lines.start(), lines.textEnd() - lines.start(), UTF_8);
      if (line.equals(HEADER_END)) {
        return header;
      }
      int equals = line.indexOf('=');
      if (equals > 0) {
        header.put(line.substring(0, equals), line.substring(equals + 1));
      } else if (!line.isEmpty()) {
        throw damage("expected NAME=VALUE in the header of a dump, found " + excerpt());
      }
    }
    if (!header.isEmpty()) {
      throw damage("the dump is cut off: no " + HEADER_END);
    }
    return header;
  }

  private void requireKeys(Map<String, String> header) throws BadInputException {
    String format = header.getOrDefault("format", "");
    print = format.equals("print");
    if (!print && !format.equals("bytevalue")) {
      throw damage("format=%s in the header; expected bytevalue or print".formatted(format));
    }
    String type = header.getOrDefault("type", "btree");
    if ((type.equals("recno") || type.equals("queue")) && !"1".equals(header.get("keys"))) {
      throw damage("this dump of a %s database has no keys; dump again with -k".formatted(type));
    }
  }

  private void nextLine() throws IOException {
    if (!lines.next()) {
      throw damage("the dump is cut off: no " + DATA_END);
    }
    if (lines.array()[lines.start()] != ' ' && !lines.startsWith(DATA_END)) {
      throw damage(
          "expected a line that begins with a space, or %s, found %s"
              .formatted(DATA_END, excerpt()));
    }
  }

  /** Reads the current line into a key or a value. */
  private void decode(RecordBytes into) throws BadInputException {
    byte[] line = lines.array();
    int end = lines.textEnd();
    int at = lines.start() + 1;
    if (!print) {
      at = into.appendHex(line, at, end);
      if (at < end) {
        throw notDecoded(at, "expected pairs of hexadecimal digits");
      }
    }
    while (at < end) {
      int backslash = ByteScan.indexOf(line, at, end, (byte) '\\');
      into.append(line, at, backslash);
      at = backslash;
      if (at == end) {
        break;
      }
      boolean isItself = at + 1 < end && line[at + 1] == '\\';
      int escaped = isItself ? '\\' : at + 2 < end ? RecordBytes.hexValue(line, at + 1) : -1;
      if (escaped < 0) {
        throw notDecoded(
            at,
            "a backslash without two hexadecimal digits; some versions of mdb_dump -p do not escape"
                + " backslashes: dump again without -p");
      }
      into.append((byte) escaped);
      at += isItself ? 2 : 3;
    }
  }

  private BadInputException notDecoded(int at, String problem) {
    return new BadInputException(
        new Place(source, lines.line(), lines.byteOffset() + at - lines.start()),
        problem + ", found " + Excerpt.of(lines.array(), at, lines.textEnd()));
  }

  private void requireNewKey(Place place) throws BadInputException {
    if (previousKey.length() > 0 && previousKey.view().equals(key.view())) {
      throw new BadInputException(
          place,
          "the same key as before: this database has several values for a key, which other engines"
              + " do not store; make keys unique and dump again");
    }
    previousKey.clear();
    previousKey.append(key.array(), 0, key.length());
  }

  private String excerpt() {
    return Excerpt.of(lines.array(), lines.start(), lines.textEnd());
  }

  private BadInputException damage(String problem) {
    return BadInputException.damage(lines.place(), problem, null);
  }
}
