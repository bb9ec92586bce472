package dev.storagebench.core.maven;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/** The folder in which the user's Maven keeps what it has fetched. */
public final class LocalRepository {
  static final String PROPERTY = "maven.repo.local";

  private LocalRepository() {}

  /**
   * System property {@value #PROPERTY}, else {@code localRepository} of {@code ~/.m2/settings.xml},
   * else {@code ~/.m2/repository}. Settings of the Maven installation are not read.
   */
  public static Path resolve(Properties system) {
    String chosen = system.getProperty(PROPERTY, "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen).toAbsolutePath();
    }
    String home = system.getProperty("user.home");
    Path maven = Path.of(home, ".m2");
    List<String> configured = texts(maven.resolve("settings.xml"), "localRepository");
    return configured.isEmpty()
        ? maven.resolve("repository")
        : Path.of(configured.get(0).replace("${user.home}", home));
  }

  /** The versions of an artifact that Maven knows; empty if it has never asked for them. */
  static Set<String> versions(Path localRepository, Artifact artifact) throws IOException {
    Set<String> versions = new LinkedHashSet<>();
    Path folder = artifact.folderIn(localRepository);
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "maven-metadata-*.xml")) {
        files.forEach(file -> versions.addAll(texts(file, "version")));
      }
    }
    return versions;
  }

  /** The texts of the elements of this name outside of comments; none if there is no file. */
  private static List<String> texts(Path file, String element) {
    try {
      String xml = Files.readString(file).replaceAll("(?s)<!--.*?-->", "");
      return Pattern.compile("<%1$s>\\s*(.*?)\\s*</%1$s>".formatted(element))
          .matcher(xml)
          .results()
          .map(found -> found.group(1))
          .toList();
    } catch (IOException missing) {
      return List.of();
    }
  }
}
