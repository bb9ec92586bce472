package dev.storagebench.datasets;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A data set as the command line names it, {@code format:argument}: {@code
 * amazon:finefoods.txt.gz}, {@code reviews:records=100000}, {@code reviews}.
 *
 * @param format the name of a {@link RecordFormat}
 * @param argument what stands after the first colon; empty where there is none
 */
public record DatasetSpec(String format, String argument) {

  /** Splits at the first colon. */
  public static DatasetSpec parse(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new DatasetSpec(text, "")
        : new DatasetSpec(text.substring(0, colon), text.substring(colon + 1));
  }

  /** Opens the named input with the format that has this name. */
  public RecordReader open(ReadOptions options) throws IOException {
    return recordFormat().open(argument, options);
  }

  /** Warns of a badly chosen key, see {@link RecordFormat#keyWarning}. */
  public Optional<String> keyWarning(long records, long duplicates) throws IOException {
    return recordFormat().keyWarning(argument, records, duplicates);
  }

  /** Whether there is a format of this name of which the user chooses the key. */
  public boolean isKeyChosen() {
    return found().filter(RecordFormat::isKeyChosen).isPresent();
  }

  /** Key in the cache of packed files, see {@link RecordFormat#identity}. */
  public String identity() throws IOException {
    return format + ":" + recordFormat().identity(argument);
  }

  /**
   * The format of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public RecordFormat recordFormat() {
    return found()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no data set format '%s' (expected %s)"
                        .formatted(
                            Excerpt.printable(format),
                            formats()
                                .map(RecordFormat::name)
                                .sorted()
                                .collect(Collectors.joining(", ")))));
  }

  /** Whether there is a format of this name. */
  public boolean namesFormat() {
    return found().isPresent();
  }

  private Optional<RecordFormat> found() {
    return formats().filter(each -> each.name().equals(format)).findFirst();
  }

  /** All formats. */
  public static Stream<RecordFormat> formats() {
    return ServiceLoader.load(RecordFormat.class).stream().map(ServiceLoader.Provider::get);
  }

  @Override
  public String toString() {
    return argument.isEmpty() ? format : format + ":" + argument;
  }
}
