package dev.storagebench.core.maven;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Where the user's Maven keeps what it has fetched. */
public final class LocalRepository {
  static final String PROPERTY = "maven.repo.local";

  private LocalRepository() {}

  /**
   * System property {@value #PROPERTY}, else {@code localRepository} of {@code ~/.m2/settings.xml},
   * else {@code ~/.m2/repository}. Settings of the Maven installation itself are not looked at.
   */
  public static Path resolve(Properties system) {
    String chosen = system.getProperty(PROPERTY, "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen).toAbsolutePath();
    }
    Path maven = Path.of(system.getProperty("user.home"), ".m2");
    List<String> configured = texts(maven.resolve("settings.xml"), "localRepository");
    return configured.isEmpty()
        ? maven.resolve("repository")
        : Path.of(configured.get(0).replace("${user.home}", system.getProperty("user.home")));
  }

  /**
   * The versions of an artifact that Maven has heard of, in the repositories' order; empty if it
   * has never asked for them.
   */
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

  /** The texts of all elements of a name; none if the file cannot be read. */
  private static List<String> texts(Path file, String element) {
    List<String> texts = new ArrayList<>();
    if (!Files.isReadable(file)) {
      return texts;
    }
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      NodeList found =
          factory.newDocumentBuilder().parse(file.toFile()).getElementsByTagName(element);
      for (int i = 0; i < found.getLength(); i++) {
        texts.add(found.item(i).getTextContent().strip());
      }
    } catch (IOException | SAXException | ParserConfigurationException unreadable) {
      // Maven itself will complain of such a file, with more to say about it, once it is run.
    }
    return texts;
  }
}
