package dev.storagebench.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.doctor.Finding.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimesTest {
  private static final long TOTAL_BYTES = 16L << 30;

  @TempDir private Path root;

  private List<Finding> memory(Optional<Long> limit) {
    Machine machine =
        new Fixture(root)
            .with("proc/meminfo", "MemTotal:       16777216 kB\nMemAvailable:    8388608 kB")
            .machine();
    return Runtimes.memory(machine, limit);
  }

  @Test
  void aJavaThatIsTooOldIsMissing() {
    assertThat(Runtimes.java(17, "17.0.15", "/jdk").level()).isEqualTo(Level.OK);
    assertThat(Runtimes.java(11, "11.0.2", "/jdk").level()).isEqualTo(Level.MISSING);
  }

  @Test
  void memoryTellsTotalAndAvailable() {
    assertThat(memory(Optional.empty()).get(0).message()).contains("16.0GiB", "8.00GiB");
  }

  @Test
  void aLimitBelowTheMachinesMemoryIsAWarning() {
    assertThat(memory(Optional.empty()).get(1).level()).isEqualTo(Level.OK);
    assertThat(memory(Optional.of(TOTAL_BYTES)).get(1).level()).isEqualTo(Level.OK);
    // What version 1 of control groups has for "none".
    assertThat(memory(Optional.of(9223372036854771712L)).get(1).level()).isEqualTo(Level.OK);
    Finding limited = memory(Optional.of(4L << 30)).get(1);
    assertThat(limited.level()).isEqualTo(Level.WARN);
    assertThat(limited.message()).contains("4.00GiB", "16.0GiB");
  }

  @Test
  void memoryIsTheJvmsViewWhereThereIsNoMeminfo() {
    assertThat(Runtimes.memory(new Machine(root), Optional.empty()))
        .singleElement()
        .satisfies(memory -> assertThat(memory.message()).contains("iB of memory"));
  }
}
