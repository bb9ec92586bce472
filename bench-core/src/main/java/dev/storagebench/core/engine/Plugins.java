package dev.storagebench.core.engine;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Jars of the user's own with engines in them. The host loads them by a class loader over the
 * program's; a fork has them on its class path.
 */
public final class Plugins {
  /** The system property that names their files, separated as on a class path. */
  public static final String PROPERTY = "storagebench.plugins";

  /** The attribute of a plugin's manifest with the {@link StorageEngine#SPI_VERSION} it has. */
  public static final String SPI_ATTRIBUTE = "Storage-Bench-SPI";

  private static final String SERVICE = "META-INF/services/" + StorageEngine.class.getName();
  private static final int DIGITS_OF_DIGEST = 12;

  /** The loader of all plugins of this process, made on first use. */
  private static final class Loaded {
    static final ClassLoader LOADER = over(jars());
  }

  private Plugins() {}

  /**
   * Puts plugins into force, for this process and its children; to be called before any engine is
   * asked for.
   *
   * @throws IllegalArgumentException if one of them is no plugin, or has an engine of a name that
   *     another one has
   */
  public static void use(List<Path> jars) {
    List<Path> files = jars.stream().map(Path::toAbsolutePath).map(Path::normalize).toList();
    Set<String> names = new LinkedHashSet<>();
    ServiceLoader.load(StorageEngine.class, Plugins.class.getClassLoader())
        .forEach(engine -> names.add(engine.name()));
    files.forEach(jar -> check(jar, names));
    System.setProperty(
        PROPERTY,
        files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
  }

  /** The plugins in force. */
  public static List<Path> jars() {
    return Stream.of(System.getProperty(PROPERTY, "").split(File.pathSeparator, -1))
        .filter(file -> !file.isEmpty())
        .map(Path::of)
        .toList();
  }

  static ClassLoader loader() {
    return Loaded.LOADER;
  }

  private static URLClassLoader over(List<Path> jars) {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      try {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("--plugin '" + jar + "' has no URL: " + e, e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), Plugins.class.getClassLoader());
  }

  private static void check(Path jar, Set<String> names) {
    if (!Files.isRegularFile(jar)) {
      throw refused(jar, "there is no such file");
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      if (file.getEntry(SERVICE) == null) {
        throw refused(jar, "it has no file " + SERVICE + " that names its StorageEngine");
      }
      String spi =
          file.getManifest() == null
              ? null
              : file.getManifest().getMainAttributes().getValue(SPI_ATTRIBUTE);
      if (!String.valueOf(StorageEngine.SPI_VERSION).equals(spi)) {
        throw refused(
            jar,
            "its manifest has %s, and this is version %d of the interface: compile it against this benchmarks.jar and write '%s: %d' into the manifest"
                .formatted(
                    spi == null ? "no " + SPI_ATTRIBUTE : SPI_ATTRIBUTE + ": " + spi,
                    StorageEngine.SPI_VERSION,
                    SPI_ATTRIBUTE,
                    StorageEngine.SPI_VERSION));
      }
    } catch (IOException e) {
      throw refused(jar, "it cannot be read as a jar: " + e.getMessage());
    }
    checkEngines(jar, names);
  }

  private static void checkEngines(Path jar, Set<String> names) {
    try (URLClassLoader loader = over(List.of(jar))) {
      List<StorageEngine> engines =
          ServiceLoader.load(StorageEngine.class, loader).stream()
              .filter(engine -> engine.type().getClassLoader() == loader)
              .map(ServiceLoader.Provider::get)
              .toList();
      if (engines.isEmpty()) {
        throw refused(jar, SERVICE + " in it names no class of its own");
      }
      for (StorageEngine engine : engines) {
        if (!names.add(engine.name())) {
          throw refused(
              jar,
              "an engine named '%s' is here already; give yours another name"
                  .formatted(engine.name()));
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw refused(jar, "its engine cannot be loaded: " + cause);
    } catch (IOException e) {
      throw refused(jar, "it cannot be closed: " + e.getMessage());
    }
  }

  private static IllegalArgumentException refused(Path jar, String reason) {
    return new IllegalArgumentException("--plugin '%s': %s".formatted(jar, reason));
  }

  /** The plugin that an engine comes from: its file's name and the beginning of its SHA-256. */
  static Optional<String> of(StorageEngine engine) {
    CodeSource source = engine.getClass().getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(source.getLocation().toURI());
      return jars().contains(file) ? Optional.of(identity(file)) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /**
   * A file's name and the beginning of its SHA-256: a file that is built anew at the same place is
   * another one, and so are the stores that it has loaded.
   */
  public static String identity(Path file) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return "%s sha256:%s"
          .formatted(
              file.getFileName(), HexFormat.of().formatHex(digest).substring(0, DIGITS_OF_DIGEST));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new EngineException("cannot read " + file + ": " + e, e);
    }
  }
}
