package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.ProcessorTime;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FreezerIT {

  private static Process busy() throws IOException {
    return new ProcessBuilder("sh", "-c", "sh -c 'while :; do :; done' & while :; do :; done")
        .start();
  }

  private static long work(List<ProcessHandle> family) throws InterruptedException {
    long before = family.stream().mapToLong(each -> ProcessorTime.ofProcess(each.pid())).sum();
    Thread.sleep(300);
    return family.stream().mapToLong(each -> ProcessorTime.ofProcess(each.pid())).sum() - before;
  }

  @Test
  void aProcessAndItsChildrenStandStillUntilTheyMayGoOn() throws Exception {
    try (Freezer freezer = new Freezer()) {
      assumeTrue(freezer.works(), "no shell");
      Process process = busy();
      List<ProcessHandle> family = List.of();
      try {
        while (process.descendants().findAny().isEmpty()) {
          Thread.onSpinWait();
        }
        family = freezer.freeze(process.toHandle());
        assertThat(family).hasSize(2);
        assertThat(work(family)).isZero();
        freezer.thaw(family);
        assertThat(work(family)).isPositive();
      } finally {
        family.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  @Test
  void whatIsStoppedGoesOnWhenItsHostIsGone() throws Exception {
    Process process = busy();
    List<ProcessHandle> family = List.of();
    Freezer freezer = new Freezer();
    try {
      assumeTrue(freezer.works(), "no shell");
      while (process.descendants().findAny().isEmpty()) {
        Thread.onSpinWait();
      }
      family = freezer.freeze(process.toHandle());
      // As at the end of this JVM: the shell's input ends.
      freezer.close();
      long worked = 0;
      for (int i = 0; i < 20 && worked == 0; i++) {
        worked = work(family);
      }
      assertThat(worked).isPositive();
    } finally {
      family.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
