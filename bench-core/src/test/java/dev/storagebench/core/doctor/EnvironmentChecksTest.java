package dev.storagebench.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.doctor.Finding.Level;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

  private static void assertWarning(Finding finding, String... parts) {
    assertThat(finding.level()).isEqualTo(Level.WARN);
    assertThat(finding.message()).contains(parts);
    assertThat(finding.remedy()).isNotEmpty();
  }

  private static void assertOk(Finding finding, String part) {
    assertThat(finding.level()).isEqualTo(Level.OK);
    assertThat(finding.message()).contains(part);
    assertThat(finding.remedy()).isEmpty();
  }

  @Test
  void nothingIsKnownWithoutProcAndSys() {
    List<Finding> all = EnvironmentChecks.findings(new Machine(root.resolve("none")), CACHE);
    assertThat(all)
        .filteredOn(
            finding -> !List.of("load", "JMH lock", "JVM flags").contains(finding.subject()))
        .hasSize(7)
        .allSatisfy(finding -> assertOk(finding, "not known here"));
  }

  @Test
  void swapThatIsOnIsAWarningWithItsSizes() {
    fixture.with("proc/swaps", SWAPS);
    assertOk(Swap.finding(machine), "no swap");
    fixture.with(
        "proc/swaps",
        SWAPS
            + "/dev/sda2                               partition\t2097148\t\t1024\t\t-2\n"
            + "/swap\\040file file\t1048576\t0\t-3");
    assertWarning(Swap.finding(machine), "1.00MiB of 3.00GiB");
  }

  @Test
  void readAheadIsThatOfTheFileSystemsOwnDevice() {
    fixture
        .with("proc/self/mountinfo", "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw")
        .with("sys/class/bdi/7:0/read_ahead_kb", "4096")
        .with("sys/class/bdi/254:0/read_ahead_kb", "128");
    assertOk(ReadAhead.finding(machine, CACHE), "128 KB");
    fixture.with("sys/class/bdi/254:0/read_ahead_kb", "8192");
    Finding finding = ReadAhead.finding(machine, CACHE);
    assertWarning(finding, "8,192 KB", "map their files");
    assertThat(finding.remedy()).contains("echo 128 > /sys/class/bdi/254:0/read_ahead_kb");
  }

  @Test
  void readAheadOfAPartitionIsThatOfItsDisk() throws IOException {
    fixture
        .with("proc/self/mountinfo", "27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw")
        .with("sys/devices/pci/block/sda/queue/read_ahead_kb", "256")
        .with("sys/devices/pci/block/sda/sda1/partition", "1");
    Path link = Files.createDirectories(root.resolve("sys/dev/block")).resolve("8:1");
    Files.createSymbolicLink(link, root.resolve("sys/devices/pci/block/sda/sda1"));
    assertWarning(ReadAhead.finding(machine, CACHE), "256 KB");
  }

  @Test
  void readAheadOfAFileSystemOverSeveralDisksIsFoundByItsSource() {
    fixture
        .with("proc/self/mountinfo", "27 1 0:35 / / rw,relatime - btrfs /dev/sdc rw")
        .with("sys/class/block/sdc/queue/read_ahead_kb", "1024");
    assertWarning(ReadAhead.finding(machine, CACHE), "1,024 KB");
  }

  @Test
  void reclaimByDamonIsAWarningForEachPlaceThatSwitchesItOn() {
    fixture
        .with("sys/module/damon_reclaim/parameters/enabled", "N")
        .with("sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds", "1")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/state", "off");
    assertThat(Reclaim.findings(machine))
        .singleElement()
        .satisfies(finding -> assertOk(finding, "no proactive reclaim"));
    fixture
        .with("sys/module/damon_reclaim/parameters/enabled", "Y")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/state", "on")
        .with("sys/kernel/mm/damon/admin/kdamonds/0/contexts/0/schemes/0/action", "pageout");
    assertThat(Reclaim.findings(machine))
        .satisfiesExactly(
            module -> assertWarning(module, "damon_reclaim"),
            thread -> assertWarning(thread, "(pageout)"));
    assertThat(Reclaim.findings(machine).get(1).remedy())
        .startsWith("echo off > /sys/kernel/mm/damon/admin/kdamonds/0/state");
  }

  @Test
  void hugePagesAreAWarningOnlyWhereNobodyAsksForThem() {
    String file = "sys/kernel/mm/transparent_hugepage/enabled";
    fixture.with(file, "always [madvise] never");
    assertOk(HugePages.finding(machine), "[madvise]");
    fixture.with(file, "[always] madvise never");
    assertWarning(HugePages.finding(machine), "always on");
  }

  @Test
  void governorsOfAllProcessorsMustBePerformance() {
    String cpus = "sys/devices/system/cpu/";
    fixture
        .with(cpus + "cpu0/cpufreq/scaling_governor", "performance")
        .with(cpus + "cpufreq/policy0/scaling_governor", "schedutil");
    assertOk(Clock.findings(machine).get(0), "performance");
    fixture.with(cpus + "cpu11/cpufreq/scaling_governor", "powersave");
    assertWarning(Clock.findings(machine).get(0), "performance, powersave");
  }

  @Test
  void turboIsToldByEitherDriver() {
    String cpus = "sys/devices/system/cpu/";
    fixture.with(cpus + "cpufreq/boost", "0");
    assertOk(Clock.findings(machine).get(1), "off");
    fixture.with(cpus + "cpufreq/boost", "1");
    assertWarning(Clock.findings(machine).get(1), "turbo is on");
    fixture.with(cpus + "intel_pstate/no_turbo", "1");
    assertOk(Clock.findings(machine).get(1), "off");
    fixture.with(cpus + "intel_pstate/no_turbo", "0");
    assertWarning(Clock.findings(machine).get(1), "turbo is on");
    assertThat(Clock.findings(machine).get(1).remedy()).contains("no_turbo");
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
    assertOk(Power.finding(machine), "not on battery");
    fixture.with(supplies + "BAT0/status", "Discharging");
    assertWarning(Power.finding(machine), "on battery");
    fixture.with(supplies + "BAT0/status", "Unknown").with(supplies + "AC/online", "0");
    assertWarning(Power.finding(machine), "on battery");
  }

  @Test
  void aBatteryThatIsNearlyEmptyIsAWarningEvenIfItCharges() {
    String supplies = "sys/class/power_supply/";
    fixture
        .with(supplies + "AC/type", "Mains")
        .with(supplies + "AC/online", "1")
        .with(supplies + "BAT0/type", "Battery")
        .with(supplies + "BAT0/status", "Charging")
        .with(supplies + "BAT0/capacity", "10");
    assertOk(Power.finding(machine), "not on battery");
    fixture.with(supplies + "BAT0/capacity", "9");
    assertWarning(Power.finding(machine), "the battery has 9 %");
    fixture.with(supplies + "BAT0/status", "Discharging");
    assertWarning(Power.finding(machine), "on battery (9 %)");
  }

  @Test
  void aDebuggerAnAgentAndAHaltedCompilerAreWarnings() {
    assertOk(JvmFlags.finding(List.of("-Xmx1g", "-Dsome=-Xint")), "no debugger");
    assertWarning(
        JvmFlags.finding(
            List.of("-Xmx1g", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n")),
        "debugger",
        "-agentlib:jdwp=");
    assertWarning(
        JvmFlags.finding(List.of("-javaagent:/opt/agent.jar", "-XX:TieredStopAtLevel=1")),
        "-javaagent:/opt/agent.jar -XX:TieredStopAtLevel=1");
  }

  @Test
  void aLoadAboveATenthOfTheProcessorsIsAWarning() {
    assertOk(OtherLoad.finding(0.8, 8), "0.80 on 8 processors");
    assertWarning(OtherLoad.finding(0.81, 8), "0.81 on 8 processors");
    assertOk(OtherLoad.finding(-1, 8), "not known here");
  }

  @Test
  void aHeldLockOfJmhIsAWarningAndAFreeOneIsLeftAlone() throws IOException {
    assertOk(JmhLock.finding(root), "no other JMH");
    assertThat(root.resolve("jmh.lock")).doesNotExist();
    Path file = Files.createFile(root.resolve("jmh.lock"));
    assertOk(JmhLock.finding(root), "no other JMH");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertWarning(JmhLock.finding(root), "another JMH", file.toString());
    }
  }
}
