package dev.storagebench.core.doctor;

import dev.storagebench.core.text.Figures;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What there is to run on: the JVM, the processors and the memory. */
final class Runtimes {
  private static final int OLDEST_JAVA = 17;
  private static final int FEW_PROCESSORS = 1;

  private Runtimes() {}

  static Finding java(int feature, String version, String home) {
    String told = "Java %s in %s".formatted(version, home);
    return feature >= OLDEST_JAVA
        ? Finding.ok("java", told)
        : Finding.missing(
            "java",
            told + " is too old",
            "install a JDK of version %d or later".formatted(OLDEST_JAVA));
  }

  static Finding processors(int processors) {
    return processors > FEW_PROCESSORS
        ? Finding.ok("processors", "%d processors".formatted(processors))
        : Finding.warn(
            "processors",
            "one processor: engine, collector and compiler take turns on it",
            "measure where there are two at least");
  }

  /**
   * The machine's memory and what of it this process may have.
   *
   * @param groupLimit the least limit of a control group that this process is in, if any
   */
  static List<Finding> memory(Machine machine, Optional<Long> groupLimit) {
    OptionalLong total = machine.memoryBytes("MemTotal");
    OptionalLong available = machine.memoryBytes("MemAvailable");
    long seenBytes = memoryBytesSeenByJvm();
    if (total.isEmpty()) {
      return List.of(Finding.ok("memory", Figures.size((double) seenBytes) + " of memory"));
    }
    Finding memory =
        Finding.ok(
            "memory",
            Figures.size((double) total.getAsLong())
                + " of memory"
                + (available.isPresent()
                    ? ", " + Figures.size((double) available.getAsLong()) + " of it available"
                    : ""));
    return List.of(memory, ownLimit(total.getAsLong(), groupLimit));
  }

  private static Finding ownLimit(long totalBytes, Optional<Long> groupLimit) {
    return groupLimit
        .filter(limit -> limit < totalBytes)
        .map(
            limit ->
                Finding.warn(
                    "own limit",
                    "this process and all that it starts are limited to %s of the machine's %s"
                        .formatted(Figures.size((double) limit), Figures.size((double) totalBytes)),
                    "keep --memory below that, or start it outside of this container or group"))
        .orElseGet(() -> Finding.ok("own limit", "this process may have all of the memory"));
  }

  private static long memoryBytesSeenByJvm() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }
}
