package dev.storagebench.datasets.input;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A file and options behind it, separated by semicolons: {@code mine.csv;key=id;value=body}. A
 * file's name may contain semicolons: the longest name of an existing file counts.
 *
 * @param file its path
 * @param options by name, sorted
 */
public record FileArgument(String file, Map<String, String> options) {
  // PATH_MAX of Linux; trying longer ones at each of many semicolons takes quadratic time.
  private static final int MAX_NAME = 4_095;

  private static final Map<String, String> DELIMITERS =
      Map.of("tab", "\t", "comma", ",", "semicolon", ";", "pipe", "|", "space", " ");

  public FileArgument {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /**
   * Splits an argument.
   *
   * @param names of the options that the format has
   * @throws IllegalArgumentException for an unknown, empty or doubled option
   */
  public static FileArgument parse(String format, String argument, Collection<String> names) {
    int end = fileEnd(argument);
    Map<String, String> options = new TreeMap<>();
    if (end < argument.length()) {
      for (String option : argument.substring(end + 1).split(";", -1)) {
        String name = option.replaceFirst("=.*", "");
        String value = option.substring(Math.min(option.length(), name.length() + 1));
        if (!names.contains(name) || value.isEmpty()) {
          throw new IllegalArgumentException(
              "%s:%s: unknown option '%s'; expected NAME=VALUE with one of %s"
                  .formatted(format, argument, option, String.join(", ", names)));
        }
        if (options.put(name, value) != null) {
          throw new IllegalArgumentException(
              "%s:%s: '%s' given twice".formatted(format, argument, name));
        }
      }
    }
    return new FileArgument(argument.substring(0, end), options);
  }

  /** An option's value. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /**
   * An option that is yes or no.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public Optional<Boolean> flag(String name) {
    return get(name)
        .map(
            given -> {
              if (!given.matches("yes|no")) {
                throw new IllegalArgumentException(
                    "invalid %s '%s': expected yes or no".formatted(name, given));
              }
              return given.equals("yes");
            });
  }

  /**
   * The option {@code delimiter}: what separates columns.
   *
   * @throws IllegalArgumentException if it is too long, or not ASCII
   */
  public Optional<String> delimiter(int maxLength) {
    Optional<String> given = get("delimiter").map(name -> DELIMITERS.getOrDefault(name, name));
    if (given.isPresent()
        && (given.get().length() > maxLength || !given.get().matches("[\\x00-\\x7f&&[^\r\n]]+"))) {
      throw new IllegalArgumentException(
          "invalid delimiter '%s': expected one to %d ASCII characters, tab, comma, semicolon, pipe or space"
              .formatted(given.get(), maxLength));
    }
    return given;
  }

  private static int fileEnd(String argument) {
    for (int end = argument.length(); end > 0; end = argument.lastIndexOf(';', end - 1)) {
      if (end <= MAX_NAME && exists(argument.substring(0, end))) {
        return end;
      }
    }
    int first = argument.indexOf(';');
    return first < 0 ? argument.length() : first;
  }

  /** Whether an argument begins with the name of a file that exists. */
  public static boolean namesFile(String argument) {
    return exists(argument.substring(0, fileEnd(argument)));
  }

  /** Whether there is a file or folder of this name. */
  public static boolean exists(String name) {
    try {
      return !name.isEmpty() && Files.exists(Path.of(name));
    } catch (InvalidPathException notAPath) {
      return false;
    }
  }
}
