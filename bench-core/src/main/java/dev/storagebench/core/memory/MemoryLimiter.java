package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.Program;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a process and its children with a limit of memory, page cache included. */
public interface MemoryLimiter {
  /** The limit of the group in which a limiter is tried. */
  long TRIAL_BYTES = 64L << 20;

  /** The name in results, for example {@code cgroup-v1}. */
  String name();

  /**
   * Why this limiter does not work here and how to make it work; empty if it works. Finds out by
   * creating a group with a process in it.
   */
  Optional<String> missing();

  /** Creates an empty group; the caller closes it when its process has ended. */
  Group create(long limitBytes) throws IOException;

  /** The group below which it creates its own; null if unknown. */
  @Nullable Path parent();

  /** Processes that share a limit. */
  interface Group extends Closeable {

    /** A prefix for a command line that starts it inside the group, in the same process. */
    List<String> launcher();

    /** Why no command can be started inside; empty if one can. */
    default Optional<String> failure() {
      return Program.failure(Stream.concat(launcher().stream(), Stream.of("true")).toList());
    }

    /** How often the kernel has killed a process because the limit was reached. */
    long kills();

    /** Kills what still runs in the group and removes it. */
    @Override
    void close() throws IOException;
  }

  /** Every limiter, preferred ones first, whether or not it works here. */
  static List<MemoryLimiter> all() {
    return List.of(
        CgroupLimiter.here(Version.V2), CgroupLimiter.here(Version.V1), new SystemdLimiter());
  }

  /** The first limiter that works here; tried once for each JVM. */
  static Optional<MemoryLimiter> best() {
    final class Tried {
      static final Optional<MemoryLimiter> BEST =
          all().stream().filter(limiter -> limiter.missing().isEmpty()).findFirst();
    }
    return Tried.BEST;
  }

  /** Removes the groups of dead runs and kills the processes in them. */
  static void sweepAll() throws IOException {
    for (Version version : Version.values()) {
      CgroupMounts.here(version).sweep();
    }
  }

  /** Why limiters do not work here, by their names. */
  static String reasons() {
    return all().stream()
        .flatMap(each -> each.missing().stream().map(why -> each.name() + ": " + why))
        .collect(Collectors.joining("; "));
  }
}
