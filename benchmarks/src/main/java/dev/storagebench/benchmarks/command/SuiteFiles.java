package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.datasets.SmallFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The suites in the jar and in files of users. */
final class SuiteFiles {
  private static final String FOLDER = "/dev/storagebench/benchmarks/suites";
  private static final String EXTENSION = ".yaml";

  private SuiteFiles() {}

  /** The names of the suites in the jar. */
  static List<String> names() throws IOException {
    URI folder = URI.create(SuiteFiles.class.getResource(FOLDER).toString());
    if (!folder.getScheme().equals("jar")) {
      return names(Path.of(folder));
    }
    try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
      return names(jar.getPath(folder.toString().replaceFirst(".*!", "")));
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(EXTENSION))
          .map(name -> name.replace(EXTENSION, ""))
          .sorted()
          .toList();
    }
  }

  /** The text of a file, if its name ends with .yaml or .yml, or of a suite in the jar. */
  static String text(String nameOrFile) throws IOException {
    if (isFile(nameOrFile)) {
      return SmallFile.read(Path.of(nameOrFile));
    }
    return resource(NearestName.require("suite", nameOrFile, names()) + EXTENSION);
  }

  /** Reads what {@link #text} gives. */
  static Suite read(String nameOrFile) throws IOException {
    return new SuiteReader(name -> published(nameOrFile, name))
        .read(isFile(nameOrFile) ? nameOrFile : nameOrFile + EXTENSION, text(nameOrFile));
  }

  /** Published figures: of a file beside the suite's own, else of the jar. */
  private static String published(String suite, String name) {
    Path beside = Path.of(suite).toAbsolutePath().resolveSibling(name);
    boolean own = isFile(suite) && Files.exists(beside);
    try {
      return own ? SmallFile.read(beside) : resource(name);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "there is no file %s, and the jar has none of this name".formatted(beside), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isFile(String nameOrFile) {
    return nameOrFile.endsWith(EXTENSION) || nameOrFile.endsWith(".yml");
  }

  private static String resource(String name) throws IOException {
    try (var in = SuiteFiles.class.getResourceAsStream(FOLDER + "/" + name)) {
      if (in == null) {
        throw new NoSuchFileException(name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
