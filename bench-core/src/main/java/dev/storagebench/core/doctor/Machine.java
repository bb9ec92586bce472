package dev.storagebench.core.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The files in which a Linux kernel tells of its machine. What is missing or cannot be read is
 * empty, never an error: other systems have none of them.
 *
 * @param root the folder that holds {@code proc} and {@code sys}
 */
record Machine(Path root) {

  static Machine here() {
    return new Machine(Path.of("/"));
  }

  /** What a file says, without the white space around it. */
  Optional<String> text(String file) {
    try {
      return Optional.of(Files.readString(root.resolve(file)).strip());
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  /** The number that a file consists of. */
  OptionalLong number(String file) {
    return text(file).map(Machine::parse).orElse(OptionalLong.empty());
  }

  /** The size that a line of {@code /proc/meminfo} tells. */
  OptionalLong memoryBytes(String name) {
    return text("proc/meminfo").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(name + ":") && line.endsWith(" kB"))
        .map(line -> parse(line.substring(name.length() + 1, line.length() - 3).strip()))
        .flatMapToLong(OptionalLong::stream)
        .map(kilobytes -> kilobytes << 10)
        .findFirst();
  }

  /** The paths, relative to the root, of a folder's entries that match a glob; sorted. */
  List<String> entries(String folder, String glob) {
    Path within = root.resolve(folder);
    try (Stream<Path> all = Files.list(within)) {
      var matcher = within.getFileSystem().getPathMatcher("glob:" + glob);
      return all.map(path -> String.valueOf(path.getFileName()))
          .filter(name -> matcher.matches(Path.of(name)))
          .sorted()
          .map(name -> folder + "/" + name)
          .toList();
    } catch (IOException missing) {
      return List.of();
    }
  }

  private static OptionalLong parse(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
