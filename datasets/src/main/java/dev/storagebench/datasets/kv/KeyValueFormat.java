package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.input.UnreadableKind;
import dev.storagebench.datasets.synthetic.GeneratedKeyValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One's own keys and values: a file with options, {@code mine.csv;key=id;value=body}, or generated
 * ones where the argument has a generator's settings instead of a file.
 */
public final class KeyValueFormat implements StreamFormat {
  /** Raised whenever a file is read into other records, so that no cache has the former ones. */
  private static final int VERSION = 2;

  /** One record in so many may have the key of another. */
  private static final int TOLERATED_SHARE = 100;

  private static final Pattern JSON_START = Pattern.compile("(\u00ef\u00bb\u00bf)?\\s*\\{");
  private static final List<String> OPTIONS =
      List.of("delimiter", "escape", "header", "key", "quote", "value");

  @Override
  public String name() {
    return "kv";
  }

  @Override
  public String beginnings() {
    return "CSV or TSV of two columns or more, or JSON objects";
  }

  @Override
  public boolean isGeneral() {
    return true;
  }

  @Override
  public Optional<String> form(byte[] head) {
    return isJson(head) ? Optional.of("JSON lines") : CsvFormat.detect(head).map(found -> "CSV");
  }

  private static boolean isJson(byte[] head) {
    return JSON_START.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  @Override
  public Optional<InputSource> source(String argument) {
    return isGenerated(argument)
        ? Optional.empty()
        : Optional.of(InputSource.of(parse(argument).file()));
  }

  /**
   * Splits an argument.
   *
   * @throws IllegalArgumentException for an unknown, empty or doubled option
   */
  static FileArgument parse(String argument) {
    return FileArgument.parse("kv", argument, OPTIONS);
  }

  private static boolean isGenerated(String argument) {
    return GeneratedKeyValues.areSettings(argument) && !FileArgument.namesFile(argument);
  }

  @Override
  public RecordReader open(String argument, ReadOptions options) throws IOException {
    return isGenerated(argument)
        ? GeneratedKeyValues.parse(argument).open()
        : StreamFormat.super.open(argument, options);
  }

  @Override
  public RecordReader open(InputStream in, String argument, ReadOptions options)
      throws IOException {
    FileArgument given = parse(argument);
    InputSource source = InputSource.of(given.file());
    byte[] head = InputSource.peek(in, HEAD_BYTES);
    // All other options are those of delimited text.
    boolean delimited = !Set.of("key", "value").containsAll(given.options().keySet());
    if (!delimited) {
      UnreadableKind.refuse(name(), head, source.name());
      if (form(head).isEmpty()) {
        throw new BadInputException(
            source.name(),
            "no keys and values: starts with %s; expected %s; %s"
                .formatted(Excerpt.of(head, 0, head.length), beginnings(), CsvFormat.advice(head)));
      }
    }
    return delimited || !isJson(head)
        ? new CsvReader(in, source.name(), head, given, options)
        : new JsonFieldReader(in, source.name(), given, options);
  }

  @Override
  public boolean isKeyChosen() {
    return true;
  }

  @Override
  public Optional<String> keyWarning(String argument, long records, long duplicates) {
    if (duplicates * TOLERATED_SHARE <= records || isGenerated(argument)) {
      return Optional.empty();
    }
    return Optional.of(
        "%,d of %,d records have a key that a later one has too, and are left out: is %s the key? (choose with ;key=)"
            .formatted(
                duplicates,
                records,
                parse(argument)
                    .get("key")
                    .map(key -> "'" + Excerpt.printable(key) + "'")
                    .orElse("this column")));
  }

  @Override
  public String identity(String argument) throws IOException {
    if (isGenerated(argument)) {
      return GeneratedKeyValues.parse(argument).identity();
    }
    FileArgument given = parse(argument);
    return "%s version=%d %s"
        .formatted(InputSource.of(given.file()).identity(), VERSION, given.options());
  }
}
