package dev.storagebench.core.engine;

import dev.storagebench.core.engine.Availability.Available;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The engines on the class path and in {@link Plugins}. */
public final class Engines {

  private Engines() {}

  /** All of them, by name. */
  public static List<StorageEngine> all() {
    return ServiceLoader.load(StorageEngine.class, Plugins.loader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(StorageEngine::name))
        .toList();
  }

  /**
   * The engine of a candidate, as the candidate has it; loads no native library.
   *
   * @throws IllegalArgumentException if there is no such engine, it refuses the candidate's version
   *     or one of its options, or the label is the name of another engine
   */
  public static StorageEngine of(Candidate candidate) {
    StorageEngine engine = named(candidate.engine());
    if (!candidate.label().equals(engine.name())
        && all().stream().anyMatch(other -> other.name().equals(candidate.label()))) {
      throw new IllegalArgumentException(
          "candidate %s: the label '%s' is the name of another engine; choose another one"
              .formatted(candidate, candidate.label()));
    }
    candidate
        .options()
        .forEach(
            (option, value) ->
                engine
                    .conditionOf(option, value)
                    .ifPresent(
                        condition -> {
                          throw new IllegalArgumentException(
                              "candidate %s: option %s=%s would change %s"
                                  .formatted(candidate.label(), option, value, condition));
                        }));
    return engine.as(candidate);
  }

  /**
   * Whether a candidate can run in this JVM, in which version and from which library. Where that is
   * not the bundled one, the library names the jar on the class path that it comes from.
   */
  public static Availability availability(Candidate candidate) {
    StorageEngine engine = of(candidate);
    Optional<String> jar =
        engine
            .artifact()
            .filter(artifact -> !candidate.version().isEmpty())
            .map(
                artifact ->
                    artifact.substring(artifact.indexOf(':') + 1)
                        + "-"
                        + candidate.version()
                        + ".jar");
    if (jar.isPresent() && !isOnClassPath(jar.get())) {
      return new Availability.Unsupported(
          "%s is not on this JVM's class path".formatted(jar.get()),
          "another version than the bundled one needs a fork of its own (-f 1 or more)");
    }
    Availability availability = engine.availability();
    return availability instanceof Available available
        ? new Available(
            available.version(),
            jar.or(() -> Plugins.of(engine).map(plugin -> available.library() + " in " + plugin))
                .orElse(available.library()))
        : availability;
  }

  /** Whether an engine comes from one of the {@link Plugins}. */
  public static boolean isPlugin(StorageEngine engine) {
    return Plugins.of(engine).isPresent();
  }

  private static boolean isOnClassPath(String jar) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .anyMatch(entry -> Path.of(entry).endsWith(jar));
  }

  /**
   * The engine of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static StorageEngine named(String name) {
    List<StorageEngine> all = all();
    return all.stream()
        .filter(engine -> engine.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no engine '%s'; there are %s"
                        .formatted(
                            name,
                            all.stream()
                                .map(StorageEngine::name)
                                .collect(Collectors.joining(", ")))));
  }
}
