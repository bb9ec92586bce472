package dev.storagebench.datasets.kv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.HexDigits;
import dev.storagebench.datasets.input.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A RocksDB database's keys and values as {@code ldb dump --hex} and {@code ldb scan --hex} print
 * them.
 */
final class RocksDbDumpReader extends LineReader {
  private static final int MAX_LINE_BYTES = 2 * (MAX_VALUE_BYTES + MAX_KEY_BYTES) + 100;
  private static final int SEPARATOR_BYTES = 8;
  private static final Pattern SEPARATOR = Pattern.compile(" (?:==>|:) 0x");
  private static final Pattern COUNT = Pattern.compile("Keys in range: (\\d{1,18})");

  private long entries;
  private boolean counted;

  /** Owns the stream. */
  RocksDbDumpReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_LINE_BYTES, options);
  }

  @Override
  protected boolean parse() throws IOException {
    while (nextFilled()) {
      if (lines.startsWith("0x")) {
        readEntry();
        return true;
      }
      readOther(
          new String(lines.array(), lines.start(), lines.textEnd() - lines.start(), ISO_8859_1));
    }
    if (entries > 0 && !counted) {
      counts().note("dump without 'Keys in range' at the end: from ldb scan, or cut off");
      counted = true;
    }
    return false;
  }

  private void readEntry() throws BadInputException {
    byte[] line = lines.array();
    int to = lines.textEnd();
    entries++;
    clear();
    int at = HexDigits.append(line, lines.start() + 2, to, key);
    Matcher separator =
        SEPARATOR.matcher(new String(line, at, Math.min(SEPARATOR_BYTES, to - at), ISO_8859_1));
    if (!separator.lookingAt() || HexDigits.append(line, at + separator.end(), to, value) < to) {
      throw notHexadecimal();
    }
    requireSizes(lines.place());
  }

  /** Reads a line that is no entry. */
  private void readOther(String line) throws BadInputException {
    Matcher count = COUNT.matcher(line);
    if (!count.matches()) {
      throw notHexadecimal();
    }
    counted = true;
    if (Long.parseLong(count.group(1)) != entries) {
      throw BadInputException.damage(
          lines.place(),
          "'%s', but %,d stand before it; is the dump complete?".formatted(line, entries),
          null);
    }
  }

  private BadInputException notHexadecimal() {
    String problem =
        "no key and value in hexadecimal: "
            + Excerpt.of(lines.array(), lines.start(), lines.end())
            + "; dump again with --hex";
    return entries > 1
        ? new BadInputException(lines.place(), problem)
        : BadInputException.damage(lines.place(), problem, null);
  }
}
