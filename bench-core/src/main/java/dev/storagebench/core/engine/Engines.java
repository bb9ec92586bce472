package dev.storagebench.core.engine;

import dev.storagebench.core.engine.Availability.Available;
import dev.storagebench.core.engine.Availability.Unsupported;
import dev.storagebench.core.text.NearestName;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The engines on the class path and in the {@link Plugins}. */
public final class Engines {
  // Numbers and words, nested or not: no path, URL, file name or statement.
  private static final Pattern SETTING =
      Pattern.compile(
          "(?:[A-Za-z_]\\w*+(?:[-:]\\w++)*+|[-+]?\\d++(?:\\.\\d++)*+[A-Za-z]*+%?+|[;={}()\\[\\]])*+");

  private Engines() {}

  /** Found on first use: looking for them takes milliseconds, and they are asked for often. */
  private static final class Found {
    static final List<StorageEngine> ALL =
        ServiceLoader.load(StorageEngine.class, Plugins.loader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(StorageEngine::name))
            .toList();
  }

  /** All engines, sorted by name. */
  public static List<StorageEngine> all() {
    return Found.ALL;
  }

  /**
   * The engine of a candidate, as configured by it; loads no native library.
   *
   * @throws IllegalArgumentException if there is no such engine, it has no other versions, an
   *     option would change a {@link Condition}, or the label is the name of another engine
   */
  public static StorageEngine of(Candidate candidate) {
    StorageEngine engine = named(candidate.engine());
    if (!candidate.label().equals(engine.name())
        && all().stream().anyMatch(other -> other.name().equals(candidate.label()))) {
      throw new IllegalArgumentException(
          "candidate of engine %s: the label '%s' is the name of another engine; choose another label"
              .formatted(candidate.engine(), candidate.label()));
    }
    for (Map.Entry<String, String> each : candidate.options().entrySet()) {
      Optional<String> condition = engine.conditionOf(each.getKey(), each.getValue());
      if (condition.isPresent()) {
        throw new IllegalArgumentException(
            "candidate %s: option %s=%s would change %s"
                .formatted(candidate.label(), each.getKey(), each.getValue(), condition.get()));
      }
    }
    return engine.as(candidate);
  }

  /**
   * Checks a candidate that the user names: it exists, and its library, server or jar is there.
   *
   * @throws IllegalArgumentException if not; see also {@link #of}
   */
  public static void requireNamed(Candidate candidate) {
    Optional<String> reason =
        missing(candidate).or(() -> candidate.jar().flatMap(Plugins::problem));
    if (reason.isPresent()) {
      throw new IllegalArgumentException(
          "candidate %s: %s".formatted(candidate.label(), reason.get()));
    }
  }

  /** Why the library or the server of a candidate is not on this machine; empty if it is. */
  public static Optional<String> missing(Candidate candidate) {
    return of(candidate).installed() instanceof Unsupported missing
        ? Optional.of(missing.message())
        : Optional.empty();
  }

  /**
   * Lists the parts of a candidate that only this machine's command line may give, because they may
   * name code to load or files to read: a jar that is not of the engine's artifact, and all options
   * but plain settings and words that are no files here.
   */
  public static List<String> localReferences(Candidate candidate) {
    return Stream.concat(
            Stream.of(candidate.version()).filter(version -> candidate.isForeign()),
            candidate.options().entrySet().stream()
                .filter(
                    each ->
                        !SETTING.matcher(each.getValue()).matches()
                            || new File(each.getValue()).exists())
                .map(each -> each.getKey() + "=" + each.getValue()))
        .toList();
  }

  /**
   * The jar of a candidate's library that is fetched, as {@code group:artifact:version}; empty for
   * a bundled or installed one.
   */
  public static Optional<String> fetched(Candidate candidate) {
    StorageEngine engine = of(candidate);
    return engine
        .artifact()
        .flatMap(
            artifact ->
                candidate.version().isEmpty()
                    ? engine.fetchedVersion().map(version -> artifact + ":" + version)
                    : Optional.of(candidate.coordinates(artifact)));
  }

  /**
   * Whether a candidate can run in this JVM, with its version and library. For another version than
   * the bundled one, the library is its jar on the class path.
   */
  public static Availability availability(Candidate candidate) {
    StorageEngine engine = of(candidate);
    String here = String.valueOf(Runtime.version().feature());
    if (candidate.jdk().filter(jdk -> jdk.matches("\\d+") && !jdk.equals(here)).isPresent()) {
      return new Unsupported(
          "this JVM is of JDK %s".formatted(here),
          "candidates with jdk=%s are measured by runs, not with JMH's own arguments"
              .formatted(candidate.jdk().orElseThrow()));
    }
    if (candidate.hasVirtualThreads() && System.getProperty(Candidate.EXECUTOR) == null) {
      return new Unsupported(
          "this JVM runs benchmarks in platform threads",
          "candidates with %s=virtual are measured in forks".formatted(Candidate.CLIENT_THREADS));
    }
    Optional<String> first =
        candidate
            .jar()
            .map(each -> String.valueOf(each.getFileName()))
            .or(
                () ->
                    fetched(candidate)
                        .map(each -> each.replaceFirst("[^:]*:", "").replace(':', '-') + ".jar"));
    if (first.isPresent()) {
      String jar = first.get();
      return onClassPath(jar)
          .map(file -> jar + " sha256:" + Sha256.of(file))
          .map(found -> withLibrary(engine.availability(), library -> found))
          .orElse(
              new Unsupported(
                  "%s is not on the class path of this JVM".formatted(jar),
                  "other versions than the bundled one need a forked JVM (-f 1 or more)"));
    }
    Availability availability = engine.availability();
    if (availability instanceof Unsupported missing
        && missing.remedy().isEmpty()
        && engine.artifact().isPresent()
        && engine.installed() instanceof Available bundled) {
      return new Unsupported(
          missing.reason(),
          "benchmarks.jar has native libraries for x86-64 and AArch64 only; %s@%s fetches %s for all platforms with Maven"
              .formatted(engine.name(), bundled.version(), bundled.library()));
    }
    return withPlugin(engine, availability);
  }

  /** {@link StorageEngine#installed} of an engine; the library names the plugin it comes from. */
  public static Availability installed(StorageEngine engine) {
    return withPlugin(engine, engine.installed());
  }

  private static Availability withPlugin(StorageEngine engine, Availability availability) {
    return Plugins.of(engine)
        .map(plugin -> withLibrary(availability, library -> library + " in " + plugin))
        .orElse(availability);
  }

  private static Availability withLibrary(
      Availability availability, UnaryOperator<String> library) {
    return availability instanceof Available available
        ? new Available(available.version(), library.apply(available.library()))
        : availability;
  }

  private static Optional<Path> onClassPath(String jar) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(entry -> entry.endsWith(jar))
        .findFirst();
  }

  /**
   * The engine of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static StorageEngine named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                NearestName.unknown(
                    "engine", name, all().stream().map(StorageEngine::name).toList()));
  }

  /** The engine of this name; empty for one of another version or of a plugin that is not here. */
  public static Optional<StorageEngine> find(String name) {
    return all().stream().filter(engine -> engine.name().equals(name)).findAny();
  }
}
