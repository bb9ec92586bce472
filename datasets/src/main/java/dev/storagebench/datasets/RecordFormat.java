package dev.storagebench.datasets;

import java.io.IOException;
import java.util.Optional;

/**
 * A form of input that records can be read from, found by {@link java.util.ServiceLoader} and named
 * on the command line as {@code name:argument}.
 *
 * <p>An implementation has a public constructor without arguments, holds no state and is safe for
 * any number of threads.
 */
public interface RecordFormat {

  /** The name before the colon: lower case, for example {@code amazon}. */
  String name();

  /**
   * Opens the input.
   *
   * @param argument what follows the colon: a file's path, or a generator's settings; empty when
   *     there was no colon
   * @throws BadInputException if the input is not of this format from its first bytes
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  RecordReader open(String argument, ReadOptions options) throws IOException;

  /**
   * Whether the user says which part of a record is its key, so that equal keys may be a mistake.
   */
  default boolean isKeyChosen() {
    return false;
  }

  /**
   * A warning that a part of the records share their keys where that is not the data's nature.
   *
   * @param records all of the input, those with equal keys included
   * @param duplicates those whose key had been seen before
   */
  default Optional<String> keyWarning(String argument, long records, long duplicates)
      throws IOException {
    return Optional.empty();
  }

  /**
   * A text that changes whenever {@link #open} would hand out other records: the file's absolute
   * path, size and time of change, or the generator's version and settings. It keys the cache of
   * packed record files.
   */
  String identity(String argument) throws IOException;
}
