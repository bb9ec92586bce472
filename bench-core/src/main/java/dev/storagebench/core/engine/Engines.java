package dev.storagebench.core.engine;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The engines on the class path. */
public final class Engines {

  private Engines() {}

  /** All of them, by name. */
  public static List<StorageEngine> all() {
    return ServiceLoader.load(StorageEngine.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(StorageEngine::name))
        .toList();
  }

  /**
   * The engine of a candidate, as the candidate has it; loads no native library.
   *
   * @throws IllegalArgumentException if there is no such engine, or it refuses the candidate's
   *     version or one of its options
   */
  public static StorageEngine of(Candidate candidate) {
    StorageEngine engine = named(candidate.engine());
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
   * The engine of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static StorageEngine named(String name) {
    return all().stream()
        .filter(engine -> engine.name().equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no engine '%s'; there are %s"
                        .formatted(
                            name,
                            all().stream()
                                .map(StorageEngine::name)
                                .collect(Collectors.joining(", ")))));
  }
}
