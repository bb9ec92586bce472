package dev.storagebench.benchmarks.run;

import java.nio.file.Path;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * A profiler as a command line names it.
 *
 * @param name one of JMH's own, for example {@code jfr}, or the name of a class
 * @param options as that profiler takes them, separated by semicolons; may be empty
 */
public record ProfilerSpec(String name, String options) {
  // Others answer with text or figures.
  private static final Set<String> WRITERS = Set.of("jfr", "async");

  /**
   * Reads {@code NAME} or {@code NAME:OPTIONS} and tries the profiler out.
   *
   * @throws IllegalArgumentException if it cannot work here, with JMH's own reason
   */
  public static ProfilerSpec parse(String text) {
    ProfilerSpec spec = of(text);
    if (spec.options.matches("(.*;)?dir=.*") && spec.writesFiles()) {
      throw new IllegalArgumentException(
          "profiler '%s': omit dir=, files go to the run's folder".formatted(text));
    }
    spec.create();
    return spec;
  }

  /** Reads {@code NAME} or {@code NAME:OPTIONS}. */
  static ProfilerSpec of(String text) {
    String[] parts = text.split(":", 2);
    return new ProfilerSpec(parts[0], parts.length > 1 ? parts[1] : "");
  }

  /**
   * Makes the profiler.
   *
   * @throws IllegalArgumentException if it does not work here, with JMH's own reason
   */
  public Profiler create() {
    try {
      return ProfilerFactory.getProfilerOrException(new ProfilerConfig(name, options));
    } catch (ProfilerException e) {
      throw new IllegalArgumentException(
          "profiler '%s' cannot be used here: %s; java -jar benchmarks.jar -lprof lists those that can"
              .formatted(name, String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ")),
          e);
    }
  }

  /** Whether it leaves files in a folder that can be named; others leave text and figures. */
  boolean writesFiles() {
    return WRITERS.contains(name);
  }

  /** Profiler that leaves its files, if it writes any, in a folder. */
  ProfilerSpec into(Path folder) {
    return writesFiles()
        ? new ProfilerSpec(name, (options.isEmpty() ? "" : options + ";") + "dir=" + folder)
        : this;
  }

  @Override
  public String toString() {
    return options.isEmpty() ? name : name + ":" + options;
  }
}
