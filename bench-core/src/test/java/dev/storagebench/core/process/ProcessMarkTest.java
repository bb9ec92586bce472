package dev.storagebench.core.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  private final ProcessMark self = ProcessMark.self();

  private ProcessMark started(long start) {
    return new ProcessMark(self.realm(), self.pid(), start);
  }

  /** After the system's clock was set, a process seems to have started at another time. */
  @Test
  void theSameTicksAreTheSameProcessWhateverTheClockSays() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "needs Linux's /proc");
    String[] fields =
        Files.readString(Path.of("/proc/self/stat")).replaceFirst(".*\\) ", "").split(" ", -1);
    long ticks = Long.parseLong(fields[22 - 3].strip());
    Instant seems = ProcessHandle.current().info().startInstant().orElseThrow();
    assertThat(started(ticks)).isEqualTo(self).matches(ProcessMark::lives);
    assertThat(self.toString()).doesNotContain(Long.toString(seems.getEpochSecond()));
  }

  @Test
  void anIdThatWasReusedIsAnotherProcess() {
    assertThat(started(self.start() - 1).lives()).isFalse();
    assertThat(started(self.start() - 1).hasEnded()).isTrue();
    assertThat(self.lives()).isTrue();
    assertThat(self.hasEnded()).isFalse();
  }

  @Test
  void anotherContainersProcessOrOneBeforeABootIsNotSeenAndSoNotDead() {
    String boot = self.realm().replaceFirst("\\..*", ".00000000");
    for (String realm : new String[] {"1." + self.realm(), boot + "0", "4026531836"}) {
      ProcessMark elsewhere = new ProcessMark(realm, self.pid(), 1);
      assertThat(elsewhere.lives()).isFalse();
      assertThat(elsewhere.hasEnded()).isFalse();
    }
  }

  @Test
  void aMarkIsReadFromTheStartOfAName() {
    assertThat(ProcessMark.atStartOf(self + "-1.scope")).contains(self);
    assertThat(ProcessMark.atStartOf("storage-bench")).isEmpty();
    assertThat(ProcessMark.atStartOf("4026531836-4711-")).isEmpty();
  }

  /** Their start was a time of the clock, by which nobody can tell whether they live. */
  @Test
  void marksOfEarlierVersionsBelongToNoProcessHere() {
    assertThat(ProcessMark.atStartOf("4026531836-%d-1763820000000-1".formatted(self.pid())))
        .hasValueSatisfying(mark -> assertThat(mark.hasEnded()).isFalse());
  }
}
