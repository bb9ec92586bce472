package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.MemorySpec;
import dev.storagebench.datasets.packed.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machine a run was made on.
 *
 * @param host its name, or that of the scheduler's node; null in runs of earlier versions
 * @param os name, version and architecture
 * @param processor its model, as the system names it
 * @param processors how many the JVM may use
 * @param memoryBytes of the machine, or of the container that the JVM sees
 * @param jvm name and version
 * @param fileSystem of the cache folder: its type and disk
 * @param warnings what may distort measurements, as {@code doctor} reports it
 */
public record Environment(
    @Nullable String host,
    String os,
    String processor,
    int processors,
    long memoryBytes,
    String jvm,
    String fileSystem,
    List<String> warnings) {
  /** The environment variable that names the machine, where its host name does not: in a pod. */
  public static final String MACHINE = "STORAGE_BENCH_MACHINE";

  /** Begins a warning about one of several machines, followed by its name and a colon. */
  public static final String ON = "on ";

  public Environment {
    warnings = List.copyOf(warnings);
  }

  /** Describes this machine. */
  public static Environment here(Path cache, List<String> warnings) {
    return new Environment(
        host(System.getenv()),
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

  /** What has to be the same for figures to be comparable. */
  Map<String, String> facts() {
    return Map.of(
        "system", os,
        "processor", processor,
        "processors", Integer.toString(processors),
        "JVM", jvm,
        "file system", fileSystem);
  }

  /** The machine's name: several nodes of a scheduler may be one host. */
  private static String host(Map<String, String> environment) {
    String host = "unknown";
    try {
      host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException notLinux) {
      host = environment.getOrDefault("COMPUTERNAME", environment.getOrDefault("HOSTNAME", host));
    }
    return environment.getOrDefault(MACHINE, environment.getOrDefault("SLURMD_NODENAME", host));
  }

  /** The same with other warnings. */
  public Environment with(List<String> others) {
    return new Environment(host, os, processor, processors, memoryBytes, jvm, fileSystem, others);
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

  private static String fileSystem(Path cache) {
    try {
      Files.createDirectories(cache);
      return Disk.of(cache).map(store -> store.type() + " on " + store.name()).orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
