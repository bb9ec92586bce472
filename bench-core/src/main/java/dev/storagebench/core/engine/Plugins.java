package dev.storagebench.core.engine;

import dev.storagebench.core.text.PlainText;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Engines in jars of the user. The host loads them with a child class loader; forks have them on
 * their class path.
 */
public final class Plugins {
  /** The system property with their files, separated as on a class path. */
  public static final String PROPERTY = "storagebench.plugins";

  /** The manifest attribute with the {@link StorageEngine#SPI_VERSION} of a plugin. */
  public static final String SPI_ATTRIBUTE = "Storage-Bench-SPI";

  private static final int DIGITS_OF_DIGEST = 12;
  private static final int USAGE_ERROR = 2;

  /** The loader of all plugins of this process, made on first use. */
  private static final class Loaded {
    static final ClassLoader LOADER = over(jars());
  }

  private Plugins() {}

  /**
   * Activates plugins for this process and its children; must be called before any use of engines.
   *
   * @throws IllegalArgumentException if a jar is not a plugin, or has an engine with the name of
   *     another one
   */
  public static void use(List<Path> jars) {
    List<Path> files = jars.stream().map(Path::toAbsolutePath).map(Path::normalize).toList();
    Set<String> names = new LinkedHashSet<>();
    ServiceLoader.load(StorageEngine.class, Plugins.class.getClassLoader())
        .forEach(engine -> names.add(engine.name()));
    files.forEach(jar -> guarded(jar, () -> check(jar, names)));
    System.setProperty(
        PROPERTY,
        files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
  }

  /** The active plugins. */
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

  /**
   * Runs a plugin's code for the first time: it must not end this process without a word, nor write
   * control characters to the terminal.
   */
  private static void guarded(Path jar, Runnable check) {
    PrintStream out = System.out;
    PrintStream errors = System.err;
    Thread exit =
        new Thread(
            () -> {
              errors.println(refused(jar, "it ends the process that loads it").getMessage());
              Runtime.getRuntime().halt(USAGE_ERROR);
            },
            "plugin-exit");
    Runtime.getRuntime().addShutdownHook(exit);
    System.setOut(printable(out));
    System.setErr(printable(errors));
    try {
      check.run();
    } finally {
      System.setOut(out);
      System.setErr(errors);
      Runtime.getRuntime().removeShutdownHook(exit);
    }
  }

  private static PrintStream printable(PrintStream terminal) {
    return new PrintStream(
        PlainText.printable(terminal), /* autoFlush= */ true, Charset.defaultCharset());
  }

  private static void check(Path jar, Set<String> names) {
    Optional<String> problem = problem(jar);
    if (problem.isPresent()) {
      throw refused(jar, problem.get());
    }
    try (JarFile file = new JarFile(jar.toFile());
        URLClassLoader loader = over(List.of(jar))) {
      Manifest manifest = file.getManifest();
      String spi = manifest == null ? null : manifest.getMainAttributes().getValue(SPI_ATTRIBUTE);
      if (!String.valueOf(StorageEngine.SPI_VERSION).equals(spi)) {
        throw refused(
            jar,
            "its manifest has %s, this is SPI version %d; compile it against this benchmarks.jar and add '%s: %d' to the manifest"
                .formatted(
                    spi == null ? "no " + SPI_ATTRIBUTE : SPI_ATTRIBUTE + ": " + spi,
                    StorageEngine.SPI_VERSION,
                    SPI_ATTRIBUTE,
                    StorageEngine.SPI_VERSION));
      }
      List<StorageEngine> engines =
          ServiceLoader.load(StorageEngine.class, loader).stream()
              .filter(engine -> engine.type().getClassLoader() == loader)
              .map(ServiceLoader.Provider::get)
              .toList();
      if (engines.isEmpty()) {
        throw refused(
            jar,
            "its META-INF/services/"
                + StorageEngine.class.getName()
                + " names no class in the jar");
      }
      for (StorageEngine engine : engines) {
        if (!names.add(engine.name())) {
          throw refused(
              jar, "there is already an engine named '%s'; rename yours".formatted(engine.name()));
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw refused(jar, "its engine cannot be loaded: " + cause);
    } catch (IOException e) {
      throw refused(jar, "it cannot be read as a jar: " + e.getMessage());
    }
  }

  /** Why a jar can be on no class path; empty if it can. */
  static Optional<String> problem(Path jar) {
    return !Files.isRegularFile(jar)
        ? Optional.of("there is no such file: " + jar)
        : jar.toString().contains(File.pathSeparator)
            ? Optional.of(
                "the path %s has a '%s', where class paths are cut; rename it"
                    .formatted(jar, File.pathSeparator))
            : Optional.empty();
  }

  private static IllegalArgumentException refused(Path jar, String reason) {
    return new IllegalArgumentException("--plugin '%s': %s".formatted(jar, reason));
  }

  /** The plugin of an engine, as {@link #identity} names it; empty if it is not from a plugin. */
  public static Optional<String> of(StorageEngine engine) {
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
   * A file name and the start of its SHA-256, so that a rebuilt file does not use the stores that
   * the old one loaded.
   */
  public static String identity(Path file) {
    return "%s sha256:%s"
        .formatted(file.getFileName(), Sha256.of(file).substring(0, DIGITS_OF_DIGEST));
  }
}
