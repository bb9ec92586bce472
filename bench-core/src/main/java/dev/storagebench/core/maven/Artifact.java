package dev.storagebench.core.maven;

import java.nio.file.Path;

/**
 * A file in Maven's repositories.
 *
 * @param classifier empty for none
 */
public record Artifact(String group, String name, String version, String type, String classifier) {

  /**
   * A jar.
   *
   * @param coordinates {@code group:artifact:version}
   */
  public static Artifact jar(String coordinates) {
    String[] parts = coordinates.split(":", 3);
    return new Artifact(parts[0], parts[1], parts[2], "jar", "");
  }

  /** Coordinates for Maven's command line. */
  public String coordinates() {
    return String.join(":", group, name, version)
        + (classifier.isEmpty() ? "" : ":" + type + ":" + classifier);
  }

  /** The name of the file. */
  public String fileName() {
    return name + "-" + version + (classifier.isEmpty() ? "" : "-" + classifier) + "." + type;
  }

  /** The file's place in a local repository. */
  public Path fileIn(Path localRepository) {
    return folderIn(localRepository).resolve(version).resolve(fileName());
  }

  /** The folder of all versions. */
  Path folderIn(Path localRepository) {
    return localRepository.resolve(group.replace('.', '/')).resolve(name);
  }
}
