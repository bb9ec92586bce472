package dev.storagebench.benchmarks.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.doctor.CheckResult.Level;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentChecksTest {
  private static final String SWAPS = "Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
  private static final Path CACHE = Path.of("/no-such/cache");

  @TempDir private Path root;
  private Fixture fixture;
  private Machine machine;

  @BeforeEach
  void begin() {
    fixture = new Fixture(root);
    machine = fixture.machine();
  }

  private static void assertWarning(CheckResult finding, String... parts) {
    assertThat(finding.level()).isEqualTo(Level.WARN);
    assertThat(finding.message()).contains(parts);
    assertThat(finding.remedy()).isNotEmpty();
  }

  private static void assertOk(CheckResult finding, String part) {
    assertThat(finding.level()).isEqualTo(Level.OK);
    assertThat(finding.message()).contains(part);
    assertThat(finding.remedy()).isEmpty();
  }

  @Test
  void nothingIsKnownWithoutProcAndSys() {
    List<CheckResult> all = EnvironmentChecks.findings(new Machine(root.resolve("none")), CACHE);
    assertThat(all)
        .filteredOn(
            finding -> !List.of("load", "JMH lock", "JVM flags").contains(finding.subject()))
        .hasSize(8)
        .allSatisfy(finding -> assertOk(finding, "unknown on this system"));
  }

  @Test
  void swapThatIsOnIsAWarningWithItsSizes() {
    fixture.with("proc/swaps", SWAPS);
    assertOk(EnvironmentChecks.swap(machine), "swap is off");
    fixture.with(
        "proc/swaps",
        SWAPS
            + "/dev/sda2                               partition\t2097148\t\t1024\t\t-2\n"
            + "/swap\\040file file\t1048576\t0\t-3");
    assertWarning(EnvironmentChecks.swap(machine), "1.00MiB of 3.00GiB used");
  }

  @Test
  void readAheadIsTheFirstThatIsSetForTheDisk() {
    List<String> files = List.of("sys/class/bdi/8:1/read_ahead_kb", "sys/class/block/sda1/../kb");
    fixture.with("sys/class/block/kb", "256").with("sys/class/block/sda1/partition", "1");
    assertWarning(EnvironmentChecks.readAhead(machine, files), "256 KiB");
    fixture.with(files.get(0), "128");
    assertOk(EnvironmentChecks.readAhead(machine, files), "128 KB");
    fixture.with(files.get(0), "8192");
    CheckResult finding = EnvironmentChecks.readAhead(machine, files);
    assertWarning(finding, "8,192 KiB", "memory-mapped");
    assertThat(finding.remedy()).contains("echo 128 > /sys/class/bdi/8:1/read_ahead_kb");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void readAheadIsLookedForByDeviceNumber() {
    assertThat(DiskChecks.readAheadFiles(root.resolve("not/there")).get(0))
        .matches("sys/class/bdi/\\d+:\\d+/read_ahead_kb");
  }

  @Test
  void proactiveReclaimIsAWarningWithEachPlaceThatTurnsItOn() {
    fixture
        .with("sys/module/damon_reclaim/parameters/enabled", "N")
        .with("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds", "1")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/state", "off");
    assertOk(EnvironmentChecks.damon(machine), "no proactive reclaim");
    fixture
        .with("sys/module/damon_reclaim/parameters/enabled", "Y")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/state", "on")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/contexts/0/schemes/0/action", "pageout");
    CheckResult finding = EnvironmentChecks.damon(machine);
    assertWarning(finding, "damon_reclaim; kdamond: pageout");
    assertThat(finding.remedy())
        .startsWith("echo N > /sys/module/damon_reclaim/parameters/enabled; echo off > /sys/");
  }

  @Test
  void hugePagesAreAWarningOnlyWhereNobodyAsksForThem() {
    String file = "sys/kernel/mm/transparent_hugepage/enabled";
    fixture.with(file, "always [madvise] never");
    assertOk(EnvironmentChecks.hugePages(machine), "[madvise]");
    fixture.with(file, "[always] madvise never");
    assertWarning(EnvironmentChecks.hugePages(machine), "always on");
  }

  @Test
  void governorsOfAllProcessorsMustBePerformance() {
    String cpus = "sys/devices/system/cpu/";
    fixture
        .with(cpus + "cpu0/cpufreq/scaling_governor", "performance")
        .with(cpus + "cpufreq/policy0/scaling_governor", "schedutil");
    assertOk(EnvironmentChecks.governor(machine), "performance");
    fixture.with(cpus + "cpu11/cpufreq/scaling_governor", "powersave");
    assertWarning(EnvironmentChecks.governor(machine), "performance, powersave");
  }

  @Test
  void turboIsToldByEitherDriver() {
    String cpus = "sys/devices/system/cpu/";
    fixture.with(cpus + "cpufreq/boost", "0");
    assertOk(EnvironmentChecks.turbo(machine), "off");
    fixture.with(cpus + "cpufreq/boost", "1");
    assertWarning(EnvironmentChecks.turbo(machine), "turbo is on");
    fixture.with(cpus + "intel_pstate/no_turbo", "1");
    assertOk(EnvironmentChecks.turbo(machine), "off");
    fixture.with(cpus + "intel_pstate/no_turbo", "0");
    assertWarning(EnvironmentChecks.turbo(machine), "turbo is on");
    assertThat(EnvironmentChecks.turbo(machine).remedy()).contains("no_turbo");
  }

  @Test
  void aBatteryThatIsUsedIsAWarningButNotThatOfAMouse() {
    String supplies = "sys/class/power_supply/";
    fixture
        .with(supplies + "AC/type", "Mains")
        .with(supplies + "AC/online", "1")
        .with(supplies + "BAT0/type", "Battery")
        .with(supplies + "BAT0/status", "Not charging")
        .with(supplies + "mouse/type", "Battery")
        .with(supplies + "mouse/scope", "Device")
        .with(supplies + "mouse/status", "Discharging");
    assertOk(EnvironmentChecks.power(machine), "not on battery");
    fixture.with(supplies + "BAT0/status", "Discharging");
    assertWarning(EnvironmentChecks.power(machine), "on battery");
    fixture.with(supplies + "BAT0/status", "Unknown").with(supplies + "AC/online", "0");
    assertWarning(EnvironmentChecks.power(machine), "on battery");
  }

  @Test
  void aDebuggerAnAgentAndAHaltedCompilerAreWarnings() {
    assertOk(EnvironmentChecks.jvmFlags(List.of("-Xmx1g", "-Dsome=-Xint")), "no debugger");
    assertWarning(
        EnvironmentChecks.jvmFlags(
            List.of("-Xmx1g", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n")),
        "-agentlib:jdwp=");
    assertWarning(
        EnvironmentChecks.jvmFlags(List.of("-javaagent:/opt/agent.jar", "-XX:TieredStopAtLevel=1")),
        "-javaagent:/opt/agent.jar -XX:TieredStopAtLevel=1");
  }

  @Test
  void aLoadAboveATenthOfTheProcessorsIsAWarning() {
    assertOk(EnvironmentChecks.load(0.8, 8, () -> 1), "0.80 on 8 processors");
    assertWarning(EnvironmentChecks.load(0.81, 8, () -> 0.11), "0.81 on 8 processors");
    assertOk(EnvironmentChecks.load(-1, 8, () -> 1), "unknown on this system");
  }

  @Test
  void aLoadThatHasEndedIsNone() {
    assertOk(EnvironmentChecks.load(30, 8, () -> 0.1), "30.00 on 8 processors, idle now");
  }
}
