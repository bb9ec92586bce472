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
   * @param groupAndName {@code group:artifact}
   */
  public static Artifact jar(String groupAndName, String version) {
    int colon = groupAndName.indexOf(':');
    return new Artifact(
        groupAndName.substring(0, colon), groupAndName.substring(colon + 1), version, "jar", "");
  }

  /** As Maven's command line names it. */
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
