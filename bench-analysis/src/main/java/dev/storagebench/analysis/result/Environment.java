package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.Disk;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine a run was made on.
 *
 * @param os name, version and architecture
 * @param processor its model, as the system names it
 * @param processors how many the JVM may use
 * @param memoryBytes of the machine, or of the container that the JVM sees
 * @param jvm name and version
 * @param fileSystem of the cache folder: its type and disk
 * @param warnings what may distort measurements, as {@code doctor} reports it
 */
public record Environment(
    String os,
    String processor,
    int processors,
    long memoryBytes,
    String jvm,
    String fileSystem,
    List<Warning> warnings) {
  // /dev/vda1, /dev/mapper, overlay
  private static final Pattern DEVICE = Pattern.compile("(/dev/(?:mapper(?=/)|\\w+)|\\w+$)");

  public Environment {
    warnings = List.copyOf(warnings);
  }

  /** Describes this machine. */
  public static Environment here(Path cache, List<Warning> warnings) {
    return new Environment(
        Stream.of("os.name", "os.version", "os.arch")
            .map(System::getProperty)
            .collect(Collectors.joining(" ")),
        processorModel(),
        Runtime.getRuntime().availableProcessors(),
        MemorySpec.machineBytes(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        fileSystem(cache),
        warnings);
  }

  /** Facts that have to be equal for figures to be comparable. */
  Map<String, String> facts() {
    return Map.of(
        "system", os,
        "processor", processor,
        "processors", Integer.toString(processors),
        "JVM", jvm,
        "file system", fileSystem);
  }

  private static String processorModel() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /**
   * Its type, and the device without a name that somebody gave: of a volume, or another machine.
   */
  private static String fileSystem(FileStore store) {
    Matcher device = DEVICE.matcher(store.name());
    return store.type() + (device.lookingAt() ? " on " + device.group(1) : "");
  }

  private static String fileSystem(Path cache) {
    try {
      Files.createDirectories(cache, CacheFolder.PRIVATE);
      return Disk.of(cache).map(Environment::fileSystem).orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
