package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All ways to limit memory, the preferred one first. */
public final class MemoryLimiters {

  private MemoryLimiters() {}

  /** Looked for once: to try a way out is to make a group. */
  private static final class Found {
    private static final Optional<MemoryLimiter> BEST =
        all().stream().filter(limiter -> limiter.missing().isEmpty()).findFirst();
  }

  /** Every way, whether or not it works here. */
  public static List<MemoryLimiter> all() {
    return List.of(
        new CgroupLimiter(Version.V2, Hierarchy.parentOfLimited()),
        new CgroupLimiter(Version.V1, Hierarchy.own(Version.V1)),
        new SystemdLimiter());
  }

  /** The first way that works here. */
  public static Optional<MemoryLimiter> best() {
    return Found.BEST;
  }

  /** Ends and removes what runs that have died left in groups of theirs. */
  public static void sweep() throws IOException {
    for (MemoryLimiter limiter : all()) {
      limiter.sweep();
    }
  }

  /** Why none works, way by way. */
  public static Map<String, String> missing() {
    Map<String, String> missing = new LinkedHashMap<>();
    all().forEach(limiter -> limiter.missing().ifPresent(why -> missing.put(limiter.name(), why)));
    return missing;
  }
}
