package dev.storagebench.core.doctor;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whether the processors' frequency stays what it is.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/pm/cpufreq.html">CPUFreq in sysfs</a>
 * @see <a href="https://docs.kernel.org/admin-guide/pm/intel_pstate.html">intel_pstate</a>
 */
final class Clock {
  private static final String GOVERNOR = "governor";
  private static final String TURBO = "turbo";
  private static final String PROCESSORS = "sys/devices/system/cpu";
  private static final String NO_TURBO = PROCESSORS + "/intel_pstate/no_turbo";
  private static final String BOOST = PROCESSORS + "/cpufreq/boost";

  private Clock() {}

  static List<Finding> findings(Machine machine) {
    return List.of(governor(machine), turbo(machine));
  }

  private static Finding governor(Machine machine) {
    TreeSet<String> governors = new TreeSet<>();
    for (String processor : machine.entries(PROCESSORS, "cpu[0-9]*")) {
      machine.text(processor + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    if (governors.isEmpty()) {
      return Finding.unknown(GOVERNOR);
    }
    String told = "frequency governor " + String.join(", ", governors);
    return governors.equals(new TreeSet<>(List.of("performance")))
        ? Finding.ok(GOVERNOR, told)
        : Finding.warn(
            GOVERNOR,
            told + ": the clock follows the load",
            "cpupower frequency-set -g performance (as root)");
  }

  private static Finding turbo(Machine machine) {
    Optional<String> forbidden = machine.text(NO_TURBO);
    Optional<String> allowed = machine.text(BOOST);
    if (forbidden.isEmpty() && allowed.isEmpty()) {
      return Finding.unknown(TURBO);
    }
    boolean on = forbidden.map(word -> word.equals("0")).orElse(allowed.equals(Optional.of("1")));
    return on
        ? Finding.warn(
            TURBO,
            "turbo is on: the clock depends on temperature and on how many cores are at work",
            forbidden.isPresent()
                ? "echo 1 > /" + NO_TURBO + " (as root)"
                : "echo 0 > /" + BOOST + " (as root)")
        : Finding.ok(TURBO, "turbo is off");
  }
}
