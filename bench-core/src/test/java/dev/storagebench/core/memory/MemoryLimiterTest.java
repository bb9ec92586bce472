package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limiter that this machine has, with real processes. */
class MemoryLimiterTest {
  private static final long LIMIT_BYTES = 64L << 20;

  @TempDir private Path folder;

  private static MemoryLimiter limiter() {
    assumeTrue(MemoryLimiter.best().isPresent(), () -> "no limit here: " + MemoryLimiter.reasons());
    return MemoryLimiter.best().orElseThrow();
  }

  private static Process start(MemoryLimiter.Group group, String... command) throws IOException {
    List<String> words = new ArrayList<>(group.launcher());
    words.addAll(List.of(command));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void filesReadInsideStayBelowTheLimitPageCacheIncluded() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[3 * (int) LIMIT_BYTES]);
    PageCache.Dropped dropped = PageCache.drop(folder);
    assertThat(dropped.residentShare()).isLessThan(0.01);
    try (MemoryLimiter.Group group = limiter().create(LIMIT_BYTES)) {
      // The shell reports from inside, where any limiter's group can be found.
      Process reader = start(group, "sh", "-c", "cat " + file + " > /dev/null; sleep 60");
      awaitPeak(group);
      GroupUsage usage = ControlGroup.parse(group.path()).usage();
      assertThat(usage.peakBytes()).isBetween(LIMIT_BYTES * 98 / 100, LIMIT_BYTES);
      assertThat(usage.pageCacheBytes()).isGreaterThan(LIMIT_BYTES / 2).isLessThan(LIMIT_BYTES);
      assertThat(group.kills()).isZero();
      assertThat(reader.isAlive()).isTrue();
    }
  }

  private static void awaitPeak(MemoryLimiter.Group group) throws Exception {
    assumeTrue(group.path().startsWith("V"), "the group is seen from inside only");
    ControlGroup files = ControlGroup.parse(group.path());
    // Not until the first refault: on a machine that pages out what is idle it may come early.
    for (int i = 0; i < 500; i++) {
      if (files.usage().peakBytes() >= LIMIT_BYTES * 98 / 100) {
        return;
      }
      Thread.sleep(20);
    }
  }

  @Test
  void memoryBeyondTheLimitIsNotToBeHad() throws Exception {
    try (MemoryLimiter.Group group = limiter().create(LIMIT_BYTES)) {
      // tail keeps the whole of a file without lines in memory.
      Process greedy = start(group, "sh", "-c", "exec tail /dev/zero");
      assertThat(greedy.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(greedy.exitValue()).isEqualTo(128 + 9);
      assertThat(group.kills()).isPositive();
    }
  }

  @Test
  void aClosedGroupLeavesNeitherProcessNorFolder() throws Exception {
    MemoryLimiter.Group group = limiter().create(LIMIT_BYTES);
    Process sleeper = start(group, "sleep", "600");
    assertThat(sleeper.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
    group.close();
    assertThat(sleeper.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assumeTrue(group.path().startsWith("V"), "the group is seen from inside only");
    assertThat(Path.of(group.path().substring(group.path().indexOf(':') + 1))).doesNotExist();
  }

  @Test
  void aSweepEndsWhatADeadRunHasLeftAndNothingElse() throws Exception {
    MemoryLimiter limiter = limiter();
    try (MemoryLimiter.Group living = limiter.create(LIMIT_BYTES)) {
      assumeTrue(living.path().startsWith("V"), "scopes end by themselves");
      Process stays = start(living, "sleep", "600");
      Path own = Path.of(living.path().substring(living.path().indexOf(':') + 1));
      // As a process with another start and this number would have named it.
      Path dead =
          Files.createDirectory(
              own.resolveSibling("storage-bench-" + ProcessHandle.current().pid() + "-1-1"));
      Process left =
          new ProcessBuilder("sh", "-c", "echo $$ > " + dead + "/cgroup.procs; exec sleep 600")
              .start();
      assertThat(left.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
      limiter.sweep();
      assertThat(left.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(dead).doesNotExist();
      assertThat(own).exists();
      assertThat(stays.isAlive()).isTrue();
    }
  }

  @Test
  void aLimitCanBeMovedBothWays() throws Exception {
    try (MemoryLimiter.Group group = limiter().create(LIMIT_BYTES)) {
      assumeTrue(group.path().startsWith("V"), "the group is seen from inside only");
      ControlGroup files = ControlGroup.parse(group.path());
      files.limit(2 * LIMIT_BYTES);
      assertThat(files.limit()).isEqualTo(2 * LIMIT_BYTES);
      files.limit(LIMIT_BYTES / 2);
      assertThat(files.limit()).isEqualTo(LIMIT_BYTES / 2);
    }
  }
}
