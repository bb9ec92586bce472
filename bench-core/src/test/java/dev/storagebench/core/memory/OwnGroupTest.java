package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.memory.ControlGroup.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnGroupTest {
  @TempDir private Path mount;

  private List<String> mounts(String root) {
    return List.of(
        "22 1 0:20 / /proc rw,nosuid - proc proc rw",
        "30 23 0:26 %s %s rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"
            .formatted(root, mount),
        "31 23 0:27 %s %s rw - cgroup cgroup rw,memory".formatted(root, mount));
  }

  @Test
  void findsTheOwnGroupBelowTheMount() throws IOException {
    Path own = Files.createDirectories(mount.resolve("user.slice/session"));
    assertThat(ControlGroup.own(Version.V2, mounts("/"), List.of("0::/user.slice/session")))
        .isEqualTo(own);
    assertThat(ControlGroup.own(Version.V1, mounts("/"), List.of("4:memory:/user.slice/session")))
        .isEqualTo(own);
  }

  @Test
  void takesTheRootOfAPartialMountFromThePath() throws IOException {
    Path own = Files.createDirectories(mount.resolve("inner"));
    assertThat(
            ControlGroup.own(
                Version.V1, mounts("/docker/1234"), List.of("4:memory:/docker/1234/inner")))
        .isEqualTo(own);
  }

  @Test
  void isTheMountWhereThePathLiesOutsideOfIt() {
    assertThat(ControlGroup.own(Version.V2, mounts("/"), List.of("0::/../elsewhere")))
        .isEqualTo(mount);
  }

  @Test
  void isNothingWithoutTheController() {
    assertThat(ControlGroup.own(Version.V1, mounts("/"), List.of("3:cpu:/a", "0::/a"))).isNull();
    assertThat(ControlGroup.own(Version.V2, List.of(), List.of("0::/a"))).isNull();
  }
}
