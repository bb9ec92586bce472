package dev.storagebench.core.doctor;

import dev.storagebench.core.memory.MemoryLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which ways to limit memory work here.
 *
 * @param findings one for each way, and one that tells which is taken
 * @param chosen the name of the way that is taken; empty if none works
 */
record Limits(List<Finding> findings, Optional<String> chosen) {

  /** Tries all ways, each once; the first that works is taken. */
  static Limits of(List<MemoryLimiter> limiters) {
    List<Finding> findings = new ArrayList<>();
    Optional<String> chosen = Optional.empty();
    for (MemoryLimiter limiter : limiters) {
      String subject = "limit " + limiter.name();
      Optional<String> missing = limiter.missing();
      findings.add(
          missing
              .map(why -> Finding.missing(subject, why, ""))
              .orElseGet(() -> Finding.ok(subject, "works")));
      if (missing.isEmpty() && chosen.isEmpty()) {
        chosen = Optional.of(limiter.name());
      }
    }
    findings.add(
        chosen
            .map(name -> Finding.ok("memory limit", name + " is used for --memory"))
            .orElseGet(
                () ->
                    Finding.missing(
                        "memory limit",
                        "no limit of memory can be enforced here: cells that ask for one are"
                            + " unsupported",
                        "one of the ways above, or measure with --memory none")));
    return new Limits(List.copyOf(findings), chosen);
  }
}
