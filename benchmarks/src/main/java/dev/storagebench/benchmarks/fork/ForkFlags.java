package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.memory.Allocator;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.workspace.CacheFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The JVM flags common to all forks. */
public final class ForkFlags {
  // Native libraries are a warning from JDK 24 on; LmdbJava writes addresses into direct buffers;
  // Chronicle Map compiles and defines a class of its own.
  private static final List<String> ACCESS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          // LmdbJava's own switch for production: no checks of its caller in each call.
          "-Dlmdbjava.disable.checks=true");

  // Keys and values of large data sets lie in direct buffers, for which the heap is the default
  // limit.
  private static final String DIRECT = "-XX:MaxDirectMemorySize=64g";
  private static final String ARENAS = "MALLOC_ARENA_MAX";
  private static final Path ENV = Path.of("/usr/bin/env");

  private ForkFlags() {}

  /** Flags that every fork has. */
  public static List<String> access() {
    return ACCESS;
  }

  /** The system properties among the {@link #access} flags, by name. */
  public static Map<String, String> systemProperties() {
    return ACCESS.stream()
        .filter(flag -> flag.startsWith("-D"))
        .map(flag -> flag.substring(2).split("=", 2))
        .collect(Collectors.toMap(each -> each[0], each -> each[1]));
  }

  /**
   * The flags of the JVM.
   *
   * @param given flags that the user has chosen; a heap and a collector among them are kept
   */
  public static List<String> jvm(Collection<String> given, ForkHeap heap) {
    List<String> flags = new ArrayList<>(ACCESS);
    if (given.stream().noneMatch(flag -> flag.startsWith("-Xmx") || flag.startsWith("-Xms"))) {
      flags.addAll(heap.sizeFlags());
    }
    if (given.stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
      flags.add(heap.collectorFlag());
    }
    if (given.stream().noneMatch(flag -> flag.startsWith("-XX:MaxDirectMemorySize"))) {
      flags.add(DIRECT);
    }
    return flags;
  }

  /** System properties that a child process needs as well: our own, and whom TLS trusts. */
  public static List<String> properties() {
    List<String> options = new ArrayList<>();
    System.getProperties().stringPropertyNames().stream()
        .filter(
            name ->
                name.startsWith("storagebench.")
                    || name.equals("javax.net.ssl.trustStore")
                    || name.equals("javax.net.ssl.trustStoreType"))
        .filter(name -> !name.equals(CacheFolder.PROPERTY))
        .forEach(name -> options.add("-D" + name + "=" + System.getProperty(name)));
    options.add("-D" + CacheFolder.PROPERTY + "=" + CacheFolder.current().root());
    // What a fork writes, and what an engine makes of it, is the same for every user.
    options.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    options.add(Orphans.flag(ProcessMark.self()));
    return options;
  }

  /**
   * The words before the JVM on the command line. With one malloc arena glibc does not grow and
   * shrink an arena per thread, which costs native engines a system call for each block they read;
   * a number that the environment sets is kept.
   *
   * @param allocator of the candidate, in place of glibc's
   */
  public static List<String> prefix(Optional<Allocator> allocator) {
    List<String> variables = new ArrayList<>();
    if (Files.isDirectory(Path.of("/proc/self")) && System.getenv(ARENAS) == null) {
      variables.add(ARENAS + "=1");
    }
    allocator.map(Allocator::variable).ifPresent(variables::add);
    if (!variables.isEmpty() && Files.isExecutable(ENV)) {
      variables.add(0, ENV.toString());
      return variables;
    }
    return List.of();
  }
}
