package dev.storagebench.datasets.kv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteLines;
import dev.storagebench.datasets.input.HexDigits;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.LineReader;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.packed.SeenKeys;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What RocksDB's tools print in hexadecimal: a database's keys and values by {@code ldb dump --hex}
 * or {@code ldb scan --hex}; internal keys, so that deletions and older versions of a key appear
 * too, by {@code sst_dump --command=scan --output_hex} and {@code ldb idump --hex}.
 *
 * <p>Internal keys of one file are ordered by key, newest first, so that the first with a key
 * counts. Where sst_dump printed several files, which it reads in any order, the newest sequence
 * number of each key is found by reading the input twice.
 */
final class RocksDbDumpReader extends LineReader {
  private static final String FILE_LINE = "Process ";
  private static final int MAX_LINE_BYTES = 2 * (MAX_VALUE_BYTES + MAX_KEY_BYTES) + 100;
  private static final int SEPARATOR_BYTES = 64;
  private static final long MAX_SEQUENCE = (1L << 40) - 2;

  /** RocksDB's ValueType. */
  private static final int VALUE = 1;

  private static final int DELETION = 0;
  private static final int SINGLE_DELETION = 7;
  private static final int DELETION_WITH_TIMESTAMP = 20;

  private static final Pattern SEPARATOR = Pattern.compile(" (?:==>|:) 0x");

  /** Behind the key: sequence number and type, in the words of any version. */
  private static final Pattern INTERNAL =
      Pattern.compile("' (?:seq:|@ )(\\d{1,18})(?:, type:| ?: )(\\d{1,3}) =>(?: |$)");

  private static final Pattern COUNT = Pattern.compile("(?:Internal k|K)eys in range: (\\d{1,18})");
  private static final Pattern OTHER_LINE =
      Pattern.compile(
          "(options\\.env is |Process |Sst file format|from \\[).*|\\s*", Pattern.DOTALL);

  /** One more than the newest sequence number of each key, where one key is in several files. */
  private final @Nullable SeenKeys newest;

  private final RecordBytes previousKey = new RecordBytes(MAX_KEY_BYTES);
  private long sequence;
  private int type;
  private int files;
  private long entries;
  private boolean counted;

  private RocksDbDumpReader(
      InputStream in, String source, @Nullable SeenKeys newest, ReadOptions options) {
    super(in, source, MAX_LINE_BYTES, options);
    this.newest = newest;
  }

  /**
   * Finds the newest versions first, if the dump is of several files.
   *
   * @param in owned by the reader
   */
  static RocksDbDumpReader open(InputStream in, InputSource source, ReadOptions options)
      throws IOException {
    SeenKeys newest = null;
    // Only a regular file can be read again.
    if (source.fileBytes().isPresent() && hasSeveralFiles(source)) {
      newest = new SeenKeys();
      try (RocksDbDumpReader all =
          new RocksDbDumpReader(source.open(), source.name(), newest, ReadOptions.LENIENT)) {
        all.findNewest(newest);
      }
    }
    return new RocksDbDumpReader(in, source.name(), newest, options);
  }

  private static boolean hasSeveralFiles(InputSource source) throws IOException {
    try (ByteLines lines = new ByteLines(source.open(), source.name(), MAX_LINE_BYTES)) {
      int files = 0;
      while (lines.next()) {
        boolean isFile = lines.startsWith(FILE_LINE);
        if (isFile && ++files == 2) {
          return true;
        }
        if (files == 0 && lines.startsWith("'")) {
          // One ordered run, from ldb.
          return false;
        }
      }
      return false;
    }
  }

  private void findNewest(SeenKeys into) throws IOException {
    while (true) {
      try {
        if (!readEntry()) {
          return;
        }
        long before = into.put(key.view(), sequence + 1);
        if (before > sequence + 1) {
          into.put(key.view(), before);
        }
      } catch (BadInputException e) {
        // Reported when the input is read for the second time.
        if (e.isDamage()) {
          throw e;
        }
      }
    }
  }

  @Override
  protected boolean parse() throws IOException {
    while (readEntry()) {
      if (newest == null ? isPreviousKey() : newest.get(key.view()) != sequence + 1) {
        counts().note("older versions of a key");
        continue;
      }
      previousKey.clear();
      previousKey.append(key.array(), 0, key.length());
      switch (type) {
        case VALUE -> {
          return true;
        }
        case DELETION, SINGLE_DELETION, DELETION_WITH_TIMESTAMP -> counts().note("deleted keys");
        default ->
            throw new BadInputException(
                lines.place(),
                "an entry of type %d (%s), whose value only the database can tell; dump it with ldb dump --hex"
                    .formatted(
                        type,
                        switch (type) {
                          case 2 -> "merge operand";
                          case 17 -> "reference to a blob file";
                          case 22 -> "wide columns";
                          default -> "unknown";
                        }));
      }
    }
    if (files > 0 && entries > 0) {
      counts()
          .note(
              "dump of SST files, without the write-ahead log: may lack the newest writes and have deleted keys; ldb dump --hex prints the whole database");
      entries = 0;
    }
    if (entries > 0 && files == 0 && !counted) {
      counts().note("dump without 'Keys in range' at the end: from ldb scan, or cut off");
      counted = true;
    }
    return false;
  }

  private boolean isPreviousKey() {
    return previousKey.length() > 0 && previousKey.view().equals(key.view());
  }

  /** Reads up to the next entry: key, value, sequence and type; false at the end. */
  private boolean readEntry() throws IOException {
    while (lines.next()) {
      byte[] line = lines.array();
      int to = lines.textEnd();
      boolean internal = lines.startsWith("'");
      if (!internal && !lines.startsWith("0x")) {
        readOther(new String(line, lines.start(), to - lines.start(), ISO_8859_1));
        continue;
      }
      entries++;
      clear();
      int at = HexDigits.append(line, lines.start() + (internal ? 1 : 2), to, key);
      Matcher separator =
          (internal ? INTERNAL : SEPARATOR)
              .matcher(new String(line, at, Math.min(SEPARATOR_BYTES, to - at), ISO_8859_1));
      if (!separator.lookingAt()) {
        throw notHexadecimal();
      }
      sequence = internal ? Long.parseLong(separator.group(1)) : 0;
      type = internal ? Integer.parseInt(separator.group(2)) : VALUE;
      if (sequence > MAX_SEQUENCE) {
        throw BadInputException.damage(
            lines.place(), "sequence number above %,d".formatted(MAX_SEQUENCE), null);
      }
      if (type == VALUE && HexDigits.append(line, at + separator.end(), to, value) < to) {
        throw notHexadecimal();
      }
      requireSizes(lines.place());
      return true;
    }
    return false;
  }

  /** Reads a line that is no entry. */
  private void readOther(String line) throws BadInputException {
    Matcher count = COUNT.matcher(line);
    if (count.matches()) {
      counted = true;
      if (Long.parseLong(count.group(1)) != entries) {
        throw BadInputException.damage(
            lines.place(),
            "'%s', but %,d stand before it; is the dump complete?".formatted(line, entries),
            null);
      }
    } else if (line.startsWith(FILE_LINE)) {
      if (++files > 1 && newest == null) {
        throw BadInputException.damage(
            lines.place(),
            "a second SST file, which may have other versions of the same keys, so that the input"
                + " must be read twice; pass a file instead of a pipe",
            null);
      }
    } else if (!OTHER_LINE.matcher(line).matches()) {
      throw notHexadecimal();
    }
  }

  private BadInputException notHexadecimal() {
    String problem =
        "no key and value in hexadecimal: "
            + Excerpt.of(lines.array(), lines.start(), lines.end())
            + "; dump again with "
            + (files > 0 ? "--output_hex" : "--hex");
    return entries > 1
        ? new BadInputException(lines.place(), problem)
        : BadInputException.damage(lines.place(), problem, null);
  }
}
