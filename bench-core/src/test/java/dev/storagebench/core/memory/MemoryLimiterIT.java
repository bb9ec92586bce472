package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limiter that this machine has, with real processes. */
class MemoryLimiterIT {
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

  /** The group of a process, once its launcher has put it there. */
  private static ControlGroup groupOf(Process process) throws Exception {
    CgroupMounts mounts = CgroupMounts.here(CgroupLimiter.version(limiter().name()));
    Optional<Path> own = mounts.groupOf(ProcessHandle.current().pid());
    for (int i = 0; i < 1_000 && mounts.groupOf(process.pid()).equals(own); i++) {
      Thread.sleep(20);
    }
    return ControlGroup.of(mounts.version(), process.pid());
  }

  @Test
  void filesReadInsideStayBelowTheLimitPageCacheIncluded() throws Exception {
    MemoryLimiter limiter = limiter();
    assumeFalse(
        Files.getFileStore(folder).type().equals("tmpfs"),
        () -> folder + " is on a tmpfs, whose files never leave the page cache");
    Path file = Files.write(folder.resolve("file"), new byte[3 * (int) LIMIT_BYTES]);
    PageCache.Dropped dropped = PageCache.drop(folder);
    assertThat(dropped.residentShare()).isLessThan(0.01);
    try (MemoryLimiter.Group group = limiter.create(LIMIT_BYTES)) {
      Process reader = start(group, "sh", "-c", "cat " + file + " > /dev/null; sleep 60");
      ControlGroup files = groupOf(reader);
      // Not until the first refault: on a machine that pages out what is idle it may come early.
      boolean counted = CgroupLimiter.version(limiter.name()) == ControlGroup.Version.V2;
      for (int i = 0; i < 500; i++) {
        if (counted
            ? files.usage().limitHits() > 0
            : files.peak().bytes() >= LIMIT_BYTES * 98 / 100) {
          break;
        }
        Thread.sleep(20);
      }
      GroupUsage usage = files.usage();
      assertThat(usage.limitHits()).matches(hits -> counted ? hits > 0 : hits == null);
      ControlGroup.Peak peak = files.peak();
      assertThat(peak.bytes())
          .isBetween(peak.sampled() ? LIMIT_BYTES / 2 : LIMIT_BYTES * 98 / 100, LIMIT_BYTES);
      assertThat(usage.pageCacheBytes()).isGreaterThan(LIMIT_BYTES / 2).isLessThan(LIMIT_BYTES);
      assertThat(group.kills()).isZero();
      assertThat(reader.isAlive()).isTrue();
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
    ControlGroup folder = groupOf(sleeper);
    group.close();
    assertThat(sleeper.waitFor(10, TimeUnit.SECONDS)).isTrue();
    // systemd removes its scopes a moment later.
    for (int i = 0; i < 500 && Files.exists(Path.of(folder.toString())); i++) {
      Thread.sleep(20);
    }
    assertThat(Path.of(folder.toString())).doesNotExist();
  }

  @Test
  void aSweepEndsWhatADeadRunHasLeftAndNothingElse() throws Exception {
    MemoryLimiter limiter = limiter();
    try (MemoryLimiter.Group living = limiter.create(LIMIT_BYTES)) {
      Process stays = start(living, "sleep", "600");
      // As a process with another start and this number would have named it.
      List<String> words = new ArrayList<>();
      String self = ProcessMark.self().toString();
      ProcessMark dead = new ProcessMark(ProcessMark.self().realm(), ProcessMark.self().pid(), 1);
      Path own = Path.of(groupOf(stays).toString());
      if (!own.toString().endsWith(".scope")) {
        Files.createDirectory(own.resolveSibling(CgroupMounts.PREFIX + dead + "-1"));
      }
      for (String word : living.launcher()) {
        words.add(word.replaceFirst(self + "-\\d+", dead + "-1"));
      }
      words.addAll(List.of("sleep", "600"));
      Process left = new ProcessBuilder(words).start();
      ControlGroup group = groupOf(left);
      MemoryLimiter.sweepAll();
      assertThat(left.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(Path.of(group.toString())).doesNotExist();
      assertThat(stays.isAlive()).isTrue();
    }
  }

  @Test
  void sweepsAtTheSameTimeRemoveTheSameGroups() throws Exception {
    Path parent = limiter().parent();
    assumeTrue(parent != null && Files.isWritable(parent), () -> "not writable: " + parent);
    String dead =
        CgroupMounts.PREFIX
            + new ProcessMark(ProcessMark.self().realm(), ProcessMark.self().pid(), 1);
    for (int i = 0; i < 500; i++) {
      Files.createDirectory(parent.resolve(dead + "-" + i));
    }
    ExecutorService runs = Executors.newFixedThreadPool(4);
    try {
      Callable<Boolean> sweep =
          () -> {
            MemoryLimiter.sweepAll();
            return true;
          };
      for (Future<Boolean> each : runs.invokeAll(Collections.nCopies(4, sweep))) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      runs.shutdownNow();
    }
    try (Stream<Path> groups = Files.list(parent)) {
      assertThat(groups).noneMatch(each -> each.getFileName().toString().startsWith(dead));
    }
  }

  @Test
  void aLimitCanBeMovedBothWays() throws Exception {
    try (MemoryLimiter.Group group = limiter().create(LIMIT_BYTES)) {
      ControlGroup files = groupOf(start(group, "sleep", "600"));
      files.limit(2 * LIMIT_BYTES);
      assertThat(files.limit()).isEqualTo(2 * LIMIT_BYTES);
      files.limit(LIMIT_BYTES / 2);
      assertThat(files.limit()).isEqualTo(LIMIT_BYTES / 2);
    }
  }

  @Test
  void aLimitBelowWhatIsUsedIsExplained() throws Exception {
    try (MemoryLimiter.Group group = limiter().create(4 * LIMIT_BYTES)) {
      // Holds so many bytes in memory until its input ends, which never begins.
      Process holder =
          start(
              group,
              "sh",
              "-c",
              "(head -c %d /dev/zero; sleep 600) | tail -n 1".formatted(2 * LIMIT_BYTES));
      ControlGroup files = groupOf(holder);
      for (int i = 0; i < 1_000 && files.usage().anonymousBytes() < 2 * LIMIT_BYTES; i++) {
        Thread.sleep(20);
      }
      assertThatThrownBy(() -> files.limit(LIMIT_BYTES))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "the process already uses more than the memory limit of 65,536 KiB")
          .hasMessageContaining("raise --memory")
          .hasMessageContaining("shrink the heap");
      assertThat(holder.isAlive()).isTrue();
      assertThat(group.kills()).isZero();
      assertThat(files.limit()).isEqualTo(4 * LIMIT_BYTES);
    }
  }

  @Test
  void theGroupOfAServerIsReadFromItsProcess() throws Exception {
    MemoryLimiter limiter = limiter();
    try (MemoryLimiter.Group group = limiter.create(LIMIT_BYTES)) {
      ForkMemory.Limit limit = new ForkMemory.Limit(limiter.name(), 1, 0, 0, group.launcher());
      assertThat(ForkMemory.group(limit, null)).isNull();
      Process server = start(group, "sleep", "600");
      String expected = groupOf(server).toString();
      assertThat(ForkMemory.group(limit, server.pid())).hasToString(expected);
      ForkMemory memory = new ForkMemory(limit);
      memory.server(server.pid());
      assertThat(memory.report().limitBytes()).isEqualTo(LIMIT_BYTES);
    }
  }
}
