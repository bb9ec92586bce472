package dev.storagebench.benchmarks;

import dev.storagebench.core.suite.Suite;
import dev.storagebench.core.suite.SuiteReader;
import dev.storagebench.core.workload.NearestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The suite files in the jar, and those of users. */
final class SuiteFiles {
  private static final String FOLDER = "suites";
  private static final String ENDING = ".yaml";

  private SuiteFiles() {}

  /** The text of each suite in the jar, by its name. */
  static SortedMap<String, String> all() throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    try {
      URI folder = SuiteFiles.class.getResource(FOLDER).toURI();
      if (folder.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
          read(jar.getPath(folder.toString().replaceFirst(".*!", "")), all);
        }
      } else {
        read(Path.of(folder), all);
      }
      return all;
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static void read(Path folder, Map<String, String> into) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().endsWith(ENDING)).toList()) {
        into.put(
            file.getFileName().toString().replace(ENDING, ""),
            Files.readString(file, StandardCharsets.UTF_8));
      }
    }
  }

  /** The text of a suite in the jar or, if there is none of this name, of a file. */
  static String text(String nameOrFile) throws IOException {
    return isFile(nameOrFile) ? Files.readString(Path.of(nameOrFile)) : named(nameOrFile);
  }

  private static boolean isFile(String nameOrFile) throws IOException {
    boolean path = nameOrFile.endsWith(ENDING) || nameOrFile.endsWith(".yml");
    if (path && !Files.exists(Path.of(nameOrFile))) {
      throw new NoSuchFileException(nameOrFile);
    }
    return path;
  }

  private static String named(String name) throws IOException {
    SortedMap<String, String> all = all();
    String text = all.get(name);
    if (text == null) {
      throw NearestName.unknown("suite", name, all.keySet());
    }
    return text;
  }

  /** Reads a suite in the jar, or a file that ends with {@code .yaml} or {@code .yml}. */
  static Suite read(String nameOrFile) throws IOException {
    boolean file = isFile(nameOrFile);
    SuiteReader reader =
        new SuiteReader(
            name ->
                file
                    ? beside(Path.of(nameOrFile).toAbsolutePath().resolveSibling(name))
                    : resource(name));
    return reader.read(file ? nameOrFile : nameOrFile + ENDING, text(nameOrFile));
  }

  private static String beside(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e, e);
    }
  }

  private static String resource(String name) {
    try (var in = SuiteFiles.class.getResourceAsStream(FOLDER + "/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + name + " beside the suite");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
