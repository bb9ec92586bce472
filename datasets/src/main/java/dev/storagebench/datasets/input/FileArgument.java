package dev.storagebench.datasets.input;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file and options behind it, separated by semicolons: {@code mine.csv;key=id;value=body}. A
 * file's name may contain semicolons: the longest name of an existing file counts.
 *
 * @param file its path
 * @param options what follows, not interpreted
 */
public record FileArgument(String file, List<String> options) {
  // PATH_MAX of Linux; trying longer ones at each of many semicolons takes quadratic time.
  private static final int MAX_NAME = 4_095;

  public FileArgument {
    options = List.copyOf(options);
  }

  /** Splits an argument. */
  public static FileArgument parse(String argument) {
    int end = fileEnd(argument);
    return new FileArgument(
        argument.substring(0, end),
        end == argument.length() ? List.of() : List.of(argument.substring(end + 1).split(";", -1)));
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

  /** Whether the file exists. */
  public boolean exists() {
    return exists(file);
  }

  private static boolean exists(String name) {
    try {
      return !name.isEmpty() && Files.exists(Path.of(name));
    } catch (InvalidPathException notAPath) {
      return false;
    }
  }
}
