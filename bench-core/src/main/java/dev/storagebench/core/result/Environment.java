package dev.storagebench.core.result;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The machine a run was made on.
 *
 * @param os name, version and architecture
 * @param processor its model, as the system names it
 * @param processors how many the JVM may use
 * @param memoryBytes of the machine, or of the container that the JVM sees
 * @param jvm name and version
 * @param fileSystem of the cache folder: its type
 * @param warnings what may distort measurements, as {@code doctor} reports it
 */
public record Environment(
    String os,
    String processor,
    int processors,
    long memoryBytes,
    String jvm,
    String fileSystem,
    List<String> warnings) {

  public Environment {
    warnings = List.copyOf(warnings);
  }

  /**
   * Describes this machine.
   *
   * @param cache the cache folder
   * @param warnings found before the run
   */
  public static Environment here(Path cache, List<String> warnings) {
    return new Environment(
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        processorModel(),
        Runtime.getRuntime().availableProcessors(),
        totalMemoryBytes(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        fileSystemType(cache),
        List.copyOf(warnings));
  }

  private static String processorModel() {
    Path file = Path.of("/proc/cpuinfo");
    try {
      if (Files.isReadable(file)) {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        for (String line : lines) {
          if (line.startsWith("model name")) {
            return line.substring(line.indexOf(':') + 1).strip();
          }
        }
      }
    } catch (IOException e) {
      return "unknown";
    }
    return "unknown";
  }

  private static long totalMemoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  private static String fileSystemType(Path cache) {
    try {
      Files.createDirectories(cache);
      return Files.getFileStore(cache).type();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
