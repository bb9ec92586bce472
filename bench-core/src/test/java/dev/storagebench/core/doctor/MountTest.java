package dev.storagebench.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTest {
  @TempDir private Path root;
  private Machine machine;

  @BeforeEach
  void writeTable() {
    machine =
        new Fixture(root)
            .with(
                "proc/self/mountinfo",
                """
                22 27 0:21 / /proc rw,relatime - proc proc rw
                27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
                40 27 8:17 /sub /no-such/data rw,relatime shared:1 master:2 - xfs /dev/sdb1 rw
                41 27 0:50 / /no-such/my\\040disk rw - nfs4 server:/my\\040export rw
                42 40 0:51 / /no-such/data rw - tmpfs tmpfs rw
                a line that is none""")
            .machine();
  }

  @Test
  void ofIsTheInnermostMount() {
    assertThat(Mount.of(machine, Path.of("/no-such/my disk/cache")))
        .contains(new Mount("0:50", Path.of("/no-such/my disk"), "nfs4", "server:/my export"));
    assertThat(Mount.of(machine, Path.of("/no-such/database")).orElseThrow().type())
        .isEqualTo("ext4");
  }

  @Test
  void ofIsTheLastOfSeveralMountsOnOnePoint() {
    assertThat(Mount.of(machine, Path.of("/no-such/data/cache")).orElseThrow().type())
        .isEqualTo("tmpfs");
  }

  @Test
  void ofIsEmptyWhereThereIsNoTable() {
    assertThat(Mount.of(new Machine(root.resolve("none")), Path.of("/"))).isEmpty();
  }
}
