package dev.storagebench.benchmarks.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The {@code proc} and {@code sys} files of a Linux kernel. A missing or unreadable file is empty,
 * never an error: other systems have none of them.
 *
 * @param root the folder with {@code proc} and {@code sys}
 */
record Machine(Path root) {

  static Machine here() {
    return new Machine(Path.of("/"));
  }

  /** The content of a file, stripped. */
  Optional<String> text(String file) {
    try {
      return Optional.of(Files.readString(root.resolve(file)).strip());
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  /** Whether a file consists of this word. */
  boolean is(String file, String word) {
    return text(file).equals(Optional.of(word));
  }

  /** An amount of memory in bytes, by its name in {@code /proc/meminfo}. */
  Optional<Long> memory(String name) {
    return text("proc/meminfo")
        .flatMap(text -> text.lines().filter(line -> line.startsWith(name + ":")).findFirst())
        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10);
  }

  /** The folder's entries that match a glob, as paths relative to the root, sorted. */
  List<String> entries(String folder, String glob) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), glob)) {
      return StreamSupport.stream(entries.spliterator(), false)
          .map(entry -> folder + "/" + entry.getFileName())
          .sorted()
          .toList();
    } catch (IOException missing) {
      return List.of();
    }
  }
}
