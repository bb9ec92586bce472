package dev.storagebench.sql.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Where the user's Maven keeps what it has fetched. */
final class LocalRepository {
  static final String PROPERTY = "maven.repo.local";

  private LocalRepository() {}

  /**
   * System property {@value #PROPERTY}, else {@code localRepository} of {@code ~/.m2/settings.xml},
   * else {@code ~/.m2/repository}. Settings of the Maven installation itself are not looked at.
   */
  static Path resolve(Properties system) {
    String chosen = system.getProperty(PROPERTY, "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen).toAbsolutePath();
    }
    Path maven = Path.of(system.getProperty("user.home"), ".m2");
    String configured = configured(maven.resolve("settings.xml"));
    return configured.isEmpty()
        ? maven.resolve("repository")
        : Path.of(configured.replace("${user.home}", system.getProperty("user.home")));
  }

  private static String configured(Path settings) {
    if (!Files.isReadable(settings)) {
      return "";
    }
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      NodeList found =
          factory
              .newDocumentBuilder()
              .parse(settings.toFile())
              .getElementsByTagName("localRepository");
      return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    } catch (IOException | SAXException | ParserConfigurationException unreadable) {
      // Maven itself will complain of such a file, with more to say about it, once it is run.
      return "";
    }
  }
}
