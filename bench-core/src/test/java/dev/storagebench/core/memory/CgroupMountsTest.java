package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupMountsTest {
  @TempDir private Path mount;

  private CgroupMounts mounts(Version version, String root) {
    return CgroupMounts.parse(
        version,
        List.of(
            "22 1 0:20 / /proc rw,nosuid - proc proc rw",
            "30 23 0:26 %s %s rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"
                .formatted(root, mount),
            "31 23 0:27 %s %s rw - cgroup cgroup rw,memory".formatted(root, mount)));
  }

  private Path group(String path, String processes) throws IOException {
    Path folder = Files.createDirectories(mount.resolve(path));
    Files.writeString(folder.resolve("cgroup.procs"), processes);
    return folder;
  }

  @Test
  void findsAGroupBelowTheMount() throws IOException {
    Path own = group("user.slice/session", "1\n7\n");
    for (Version version : Version.values()) {
      assertThat(mounts(version, "/").groupOf(7, "/user.slice/session")).contains(own);
    }
  }

  @Test
  void takesTheRootOfAPartialMountFromThePath() throws IOException {
    Path own = group("inner", "7\n");
    assertThat(mounts(Version.V1, "/docker/1234").groupOf(7, "/docker/1234/inner")).contains(own);
  }

  @Test
  void findsTheGroupOfANamespaceWhoseHierarchyIsNotMounted() throws IOException {
    group("", "1\n");
    group("user.slice", "");
    Path own = group("user.slice/session", "7\n8\n");
    // After unshare -C the path of the own group is "/", which is that of the mount as well.
    assertThat(mounts(Version.V2, "/../..").groupOf(7, "/")).contains(own);
    assertThat(mounts(Version.V2, "/").groupOf(8, "/../elsewhere")).contains(own);
  }

  @Test
  void isNothingWhereTheProcessIsNotSeen() throws IOException {
    group("", "1\n");
    assertThat(mounts(Version.V2, "/").groupOf(7, "/")).isEmpty();
    assertThat(CgroupMounts.parse(Version.V2, List.of()).groupOf(7, "/")).isEmpty();
  }

  @Test
  void theOwnGroupIsFoundInTheKernelsFiles() {
    long self = ProcessHandle.current().pid();
    CgroupMounts here = CgroupMounts.here(Version.V2);
    if (here.mounts().isEmpty()) {
      here = CgroupMounts.here(Version.V1);
    }
    assumeTrue(!here.mounts().isEmpty(), "no control groups are mounted");
    assertThat(here.groupOf(self))
        .hasValueSatisfying(group -> assertThat(group.resolve("cgroup.procs")).exists());
  }

  @Test
  void aSweepLooksBeyondTheOwnGroupAndLeavesOthersAlone() throws IOException {
    ProcessMark self = ProcessMark.self();
    ProcessMark dead = new ProcessMark(self.realm(), self.pid(), 1);
    ProcessMark elsewhere = new ProcessMark("1." + self.realm(), self.pid(), 1);
    Path session = Files.createDirectories(mount.resolve("user.slice/another-session"));
    Path left = Files.createDirectory(session.resolve("storage-bench-" + dead + "-1.scope"));
    Path living = Files.createDirectory(session.resolve("storage-bench-" + self + "-1"));
    Path hidden = Files.createDirectory(session.resolve("storage-bench-" + elsewhere + "-1"));
    Path own = Files.createDirectory(session.resolve("storage-bench"));
    mounts(Version.V2, "/").sweep();
    assertThat(left).doesNotExist();
    assertThat(List.of(living, hidden, own)).allSatisfy(folder -> assertThat(folder).exists());
  }
}
