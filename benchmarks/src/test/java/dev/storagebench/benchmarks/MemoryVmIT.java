package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of memory on cgroup v2 with systemd, in a virtual machine; see scripts/memory-vm.sh. */
@Tag("nightly")
class MemoryVmIT {
  private static final int CANNOT_RUN = 77;
  private static final int CHECKS = 14;

  @ParameterizedTest
  @ValueSource(strings = {"bookworm", "trixie"})
  void everyKindOfGroupLimitsAndIsCleanedUp(String debian) throws Exception {
    Process machine =
        new ProcessBuilder(
                "sh", "../scripts/memory-vm.sh", System.getProperty("storagebench.jar"), debian)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    machine.getOutputStream().close();
    String out =
        new String(machine.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int exit = machine.waitFor();
    assumeTrue(exit != CANNOT_RUN, out);
    List<String> lines = out.lines().toList();
    assertThat(lines).as(out).noneMatch(line -> line.startsWith("FAIL"));
    assertThat(lines).as(out).filteredOn(line -> line.startsWith("pass ")).hasSize(CHECKS);
    assertThat(exit).isZero();
  }
}
