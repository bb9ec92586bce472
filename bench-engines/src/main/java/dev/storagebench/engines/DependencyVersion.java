package dev.storagebench.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of libraries that have no method for it. */
public final class DependencyVersion {
  private static final String FILE = "engine-versions.properties";

  private DependencyVersion() {}

  /**
   * The version of an artifact that is loaded: of the jar that a class of it comes from, or the one
   * that the build wrote down where all are merged into one jar.
   */
  public static String of(String artifact, Class<?> loaded) {
    Optional<String> place = place(loaded);
    if (place.equals(place(DependencyVersion.class))) {
      return bundled(artifact);
    }
    Matcher name =
        Pattern.compile(".*/" + Pattern.quote(artifact) + "-(\\d[^/]*)\\.jar")
            .matcher(place.orElse(""));
    if (name.matches()) {
      return name.group(1);
    }
    String manifest = loaded.getPackage().getImplementationVersion();
    return manifest == null ? place.orElse("unknown") : manifest;
  }

  private static Optional<String> place(Class<?> loaded) {
    return Optional.ofNullable(loaded.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation)
        .map(URL::toString);
  }

  private static String bundled(String artifact) {
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

  /** An artifact with its version: {@code lmdbjava 0.9.3}. Loads no native library. */
  public static String library(String artifact, Class<?> loaded) {
    return artifact + " " + of(artifact, loaded);
  }
}
