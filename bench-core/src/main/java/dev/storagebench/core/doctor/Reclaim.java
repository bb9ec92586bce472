package dev.storagebench.core.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether the kernel takes idle pages out of memory, or moves them to the end of its lists, before
 * memory runs short.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/mm/damon/index.html">DAMON</a>
 */
final class Reclaim {
  private static final String SUBJECT = "DAMON";
  private static final String THREADS = "sys/kernel/mm/damon/admin/kdamonds";
  private static final List<String> MODULES = List.of("damon_reclaim", "damon_lru_sort");

  private Reclaim() {}

  static List<Finding> findings(Machine machine) {
    List<Finding> findings = new ArrayList<>();
    boolean known = false;
    for (String module : MODULES) {
      String file = "sys/module/" + module + "/parameters/enabled";
      String enabled = machine.text(file).orElse("");
      known |= !enabled.isEmpty();
      if (enabled.equals("Y")) {
        findings.add(warning(module + " is on", "echo N > /" + file));
      }
    }
    for (String thread : machine.entries(THREADS, "[0-9]*")) {
      String state = machine.text(thread + "/state").orElse("");
      known |= !state.isEmpty();
      if (state.equals("on")) {
        findings.add(
            warning(
                "DAMON is at work%s".formatted(actions(machine, thread)),
                "echo off > /" + thread + "/state"));
      }
    }
    if (findings.isEmpty()) {
      findings.add(
          known
              ? Finding.ok(SUBJECT, "no proactive reclaim is at work")
              : Finding.unknown(SUBJECT));
    }
    return findings;
  }

  private static Finding warning(String what, String remedy) {
    return Finding.warn(
        SUBJECT,
        what + ": pages that are idle may leave memory while there is room for them",
        remedy + " (as root), for the time of measuring");
  }

  /** What it does with the pages it finds, as in {@code pageout}. */
  private static String actions(Machine machine, String thread) {
    String actions =
        machine.entries(thread + "/contexts", "[0-9]*").stream()
            .flatMap(context -> machine.entries(context + "/schemes", "[0-9]*").stream())
            .flatMap(scheme -> machine.text(scheme + "/action").stream())
            .distinct()
            .collect(Collectors.joining(", "));
    return actions.isEmpty() ? "" : " (" + actions + ")";
  }
}
