package dev.storagebench.core.doctor;

import dev.storagebench.core.doctor.Finding.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What would spoil a measurement that begins now. */
public final class EnvironmentChecks {

  private EnvironmentChecks() {}

  /**
   * The warnings among the findings, for the record of a run.
   *
   * @param cache the cache folder; it need not exist
   */
  public static List<String> warnings(Path cache) {
    Machine machine = Machine.here();
    return Stream.concat(
            Mount.of(machine, cache).map(mount -> DiskCheck.fileSystem(mount.type())).stream(),
            findings(machine, cache).stream())
        .filter(finding -> finding.level() == Level.WARN)
        .map(Finding::message)
        .toList();
  }

  static List<Finding> findings(Machine machine, Path cache) {
    List<Finding> findings = new ArrayList<>();
    findings.add(Swap.finding(machine));
    findings.add(ReadAhead.finding(machine, cache));
    findings.addAll(Reclaim.findings(machine));
    findings.add(HugePages.finding(machine));
    findings.addAll(Clock.findings(machine));
    findings.add(Power.finding(machine));
    findings.add(
        OtherLoad.finding(
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            Runtime.getRuntime().availableProcessors()));
    findings.add(JvmFlags.finding(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    findings.add(JmhLock.finding(Path.of(System.getProperty("java.io.tmpdir"))));
    return findings;
  }
}
