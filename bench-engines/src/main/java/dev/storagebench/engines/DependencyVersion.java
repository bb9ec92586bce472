package dev.storagebench.engines;

import dev.storagebench.core.engine.Availability;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The versions of libraries that do not tell them once they are merged into one jar; the build
 * writes them down.
 */
public final class DependencyVersion {
  private static final String FILE = "engine-versions.properties";

  private DependencyVersion() {}

  /** The version that the build took of an artifact. */
  public static String of(String artifact) {
    try (InputStream file = DependencyVersion.class.getResourceAsStream(FILE)) {
      Properties versions = new Properties();
      versions.load(file);
      String version = versions.getProperty(artifact);
      if (version == null) {
        throw new IllegalArgumentException(FILE + " does not have " + artifact);
      }
      return version;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An engine whose version is that of an artifact. */
  public static Availability.Available available(String artifact) {
    String version = of(artifact);
    return new Availability.Available(version, artifact + " " + version);
  }
}
