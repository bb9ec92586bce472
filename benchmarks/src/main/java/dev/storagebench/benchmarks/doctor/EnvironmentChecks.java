package dev.storagebench.benchmarks.doctor;

import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.ProcessorTime;
import dev.storagebench.core.text.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks for what would distort a measurement that starts now. */
public final class EnvironmentChecks {
  // The kernel's default (VM_READAHEAD_PAGES).
  private static final long DEFAULT_READ_AHEAD_KB = 128;
  private static final double MAX_LOAD_PER_PROCESSOR = 0.1;
  private static final String SLOWER =
      "-javaagent:.*|-agent(lib|path):.*|-Xrun.*|-Xdebug|-Xint|-Xcomp|-Xcheck:jni|-XX:TieredStopAtLevel.*|-XX:-TieredCompilation";

  private EnvironmentChecks() {}

  /**
   * The warnings, for the record of a run.
   *
   * @param cache the cache folder; it need not exist
   */
  public static List<Warning> warnings(Path cache) {
    return Stream.concat(
            DiskChecks.store(cache).map(store -> DiskChecks.fileSystem(store.type())).stream(),
            findings(Machine.here(), cache).stream())
        .map(CheckResult::warning)
        .filter(Objects::nonNull)
        .toList();
  }

  static List<CheckResult> findings(Machine machine, Path cache) {
    return List.of(
        processLimit(
            machine, ownLimit(), () -> MemoryLimiter.best().map(limiter -> limiter.parent())),
        swap(machine),
        readAhead(machine, DiskChecks.readAheadFiles(cache)),
        damon(machine),
        hugePages(machine),
        governor(machine),
        turbo(machine),
        power(machine),
        load(
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            Runtime.getRuntime().availableProcessors(),
            EnvironmentChecks::othersShare),
        jvmFlags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }

  private static Optional<ControlGroup.Limit> ownLimit() {
    try {
      return ControlGroup.limitOfThisProcess();
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Whether this process itself is limited.
   *
   * @param limit the lowest limit of a control group that this process is in, if any
   * @param groups where the groups of cells are; asked only if there is a limit
   */
  static CheckResult processLimit(
      Machine machine, Optional<ControlGroup.Limit> limit, Supplier<Optional<Path>> groups) {
    Optional<Long> total = machine.memory("MemTotal");
    if (total.isEmpty()) {
      return CheckResult.unknown("process limit");
    }
    if (limit.isEmpty() || limit.get().bytes() >= total.get()) {
      return CheckResult.ok("process limit", "this process has no memory limit");
    }
    String group = limit.get().group();
    String cells =
        groups
            .get()
            .map(
                parent ->
                    parent.startsWith(group)
                        ? "; so are cells with --memory"
                        : "; cells with --memory run outside of it, below " + parent)
            .orElse("");
    return CheckResult.warn(
        "process limit",
        Kind.PROCESS_LIMIT.of(
            Figures.size((double) limit.get().bytes()),
            Figures.size((double) total.get()),
            group,
            cells));
  }

  /**
   * Whether memory may be swapped out.
   *
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_swaps.5.html">/proc/swaps</a>
   */
  static CheckResult swap(Machine machine) {
    Optional<String> table = machine.text("proc/swaps");
    if (table.isEmpty()) {
      return CheckResult.unknown("swap");
    }
    // Filename Type Size Used Priority; sizes in KiB, white space in names is escaped.
    List<String[]> areas = table.get().lines().skip(1).map(each -> each.split("\\s+", -1)).toList();
    double sizeKib = areas.stream().mapToDouble(each -> Double.parseDouble(each[2])).sum();
    double usedKib = areas.stream().mapToDouble(each -> Double.parseDouble(each[3])).sum();
    return sizeKib == 0
        ? CheckResult.ok("swap", "swap is off")
        : CheckResult.warn(
            "swap", Kind.SWAP.of(Figures.size(usedKib * 1024), Figures.size(sizeKib * 1024)));
  }

  /**
   * Read-ahead does not extend random reads, but it does extend page faults in mapped files.
   *
   * @param files candidates for the setting; the first that exists is used
   */
  static CheckResult readAhead(Machine machine, List<String> files) {
    String file =
        files.stream().filter(each -> machine.text(each).isPresent()).findFirst().orElse("");
    if (file.isEmpty()) {
      return CheckResult.unknown("read-ahead");
    }
    long kilobytes = Long.parseLong(machine.text(file).orElseThrow());
    return kilobytes <= DEFAULT_READ_AHEAD_KB
        ? CheckResult.ok(
            "read-ahead", "%,d KB read-ahead on the cache folder's disk".formatted(kilobytes))
        : CheckResult.warn(
            "read-ahead", Kind.READ_AHEAD.of(kilobytes, file, DEFAULT_READ_AHEAD_KB));
  }

  /**
   * Whether the kernel evicts or deprioritizes idle pages before memory runs short.
   *
   * @see <a href="https://docs.kernel.org/admin-guide/mm/damon/index.html">DAMON</a>
   */
  static CheckResult damon(Machine machine) {
    List<String> active = new ArrayList<>();
    List<String> remedies = new ArrayList<>();
    for (String module : List.of("damon_reclaim", "damon_lru_sort")) {
      String file = "sys/module/" + module + "/parameters/enabled";
      if (machine.is(file, "Y")) {
        active.add(module);
        remedies.add("echo N > /" + file);
      }
    }
    List<String> threads = machine.entries("sys/kernel/mm/damon/admin/kdamonds", "[0-9]*");
    for (String thread : threads) {
      if (machine.is(thread + "/state", "on")) {
        active.add(
            machine.entries(thread + "/contexts", "[0-9]*").stream()
                .flatMap(context -> machine.entries(context + "/schemes", "[0-9]*").stream())
                .flatMap(scheme -> machine.text(scheme + "/action").stream())
                .distinct()
                .collect(Collectors.joining(", ", "kdamond: ", "")));
        remedies.add("echo off > /" + thread + "/state");
      }
    }
    if (threads.isEmpty() && machine.entries("sys/module", "damon_*").isEmpty()) {
      return CheckResult.unknown("DAMON");
    }
    return active.isEmpty()
        ? CheckResult.ok("DAMON", "no proactive reclaim")
        : CheckResult.warn(
            "DAMON", Kind.DAMON.of(String.join("; ", active), String.join("; ", remedies)));
  }

  /**
   * Whether the kernel uses huge pages without being asked.
   *
   * @see <a href="https://docs.kernel.org/admin-guide/mm/transhuge.html">transparent huge pages</a>
   */
  static CheckResult hugePages(Machine machine) {
    String file = "sys/kernel/mm/transparent_hugepage/enabled";
    // All words are listed, the one in force in brackets.
    return machine
        .text(file)
        .map(
            words ->
                words.contains("[always]")
                    ? CheckResult.warn("huge pages", Kind.HUGE_PAGES.of(file))
                    : CheckResult.ok("huge pages", "transparent huge pages: " + words))
        .orElseGet(() -> CheckResult.unknown("huge pages"));
  }

  /**
   * Whether the clock rate of the processors is fixed.
   *
   * @see <a href="https://docs.kernel.org/admin-guide/pm/cpufreq.html">CPUFreq in sysfs</a>
   */
  static CheckResult governor(Machine machine) {
    TreeSet<String> governors = new TreeSet<>();
    for (String processor : machine.entries("sys/devices/system/cpu", "cpu[0-9]*")) {
      machine.text(processor + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    if (governors.isEmpty()) {
      return CheckResult.unknown("governor");
    }
    return governors.stream().allMatch("performance"::equals)
        ? CheckResult.ok("governor", "CPU frequency governor performance")
        : CheckResult.warn("governor", Kind.GOVERNOR.of(String.join(", ", governors)));
  }

  /**
   * Whether processors may exceed their base clock rate.
   *
   * @see <a href="https://docs.kernel.org/admin-guide/pm/intel_pstate.html">intel_pstate</a>
   */
  static CheckResult turbo(Machine machine) {
    String noTurbo = "sys/devices/system/cpu/intel_pstate/no_turbo";
    String boost = "sys/devices/system/cpu/cpufreq/boost";
    boolean intel = machine.text(noTurbo).isPresent();
    if (!intel && machine.text(boost).isEmpty()) {
      return CheckResult.unknown("turbo");
    }
    return (intel ? machine.is(noTurbo, "0") : machine.is(boost, "1"))
        ? CheckResult.warn("turbo", Kind.TURBO.of(intel ? "1 > /" + noTurbo : "0 > /" + boost))
        : CheckResult.ok("turbo", "turbo is off");
  }

  /**
   * Whether the machine runs on battery.
   *
   * @see <a href="https://docs.kernel.org/power/power_supply_class.html">power supplies</a>
   */
  static CheckResult power(Machine machine) {
    // Without batteries of a mouse and the like.
    List<String> supplies =
        machine.entries("sys/class/power_supply", "*").stream()
            .filter(supply -> !machine.is(supply + "/scope", "Device"))
            .toList();
    List<String> online =
        supplies.stream().flatMap(supply -> machine.text(supply + "/online").stream()).toList();
    boolean battery = supplies.stream().anyMatch(each -> machine.is(each + "/type", "Battery"));
    if (online.isEmpty() && !battery) {
      return CheckResult.unknown("power");
    }
    boolean unplugged = !online.isEmpty() && online.stream().allMatch("0"::equals);
    boolean drains =
        supplies.stream().anyMatch(each -> machine.is(each + "/status", "Discharging"));
    return battery && (unplugged || drains)
        ? CheckResult.warn("power", Kind.BATTERY.of())
        : CheckResult.ok("power", "not on battery");
  }

  /**
   * Whether other processes keep the processors busy.
   *
   * @param load the load average of the last minute; negative if unknown
   * @param others the share of the processors that other processes take now; the average still has
   *     what ended a minute ago, such as the build
   */
  static CheckResult load(double load, int processors, DoubleSupplier others) {
    if (load < 0) {
      return CheckResult.unknown("load");
    }
    String found =
        String.format(Locale.ROOT, "load average %.2f on %d processors", load, processors);
    if (load <= MAX_LOAD_PER_PROCESSOR * processors) {
      return CheckResult.ok("load", found);
    }
    return others.getAsDouble() <= MAX_LOAD_PER_PROCESSOR
        ? CheckResult.ok("load", found + ", idle now")
        : CheckResult.warn("load", Kind.LOAD.of(load, processors));
  }

  /** Share of other processes in half a second; 1 if unknown. */
  private static double othersShare() {
    List<ProcessHandle> self = List.of(ProcessHandle.current());
    ProcessorTime before = ProcessorTime.now(self);
    LockSupport.parkNanos(500_000_000);
    ProcessorTime after = ProcessorTime.now(self);
    return before == null || after == null ? 1 : after.since(before).othersShare();
  }

  /**
   * Whether this JVM was started with something that slows it down.
   *
   * @param flags this JVM's; JMH starts its forks with the same
   */
  static CheckResult jvmFlags(List<String> flags) {
    String slower =
        flags.stream().filter(flag -> flag.matches(SLOWER)).collect(Collectors.joining(" "));
    return slower.isEmpty()
        ? CheckResult.ok("JVM flags", "no debugger, agent or compiler restriction")
        : CheckResult.warn("JVM flags", Kind.JVM_FLAGS.of(slower));
  }
}
