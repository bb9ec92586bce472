package dev.storagebench.core.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;

/** Programs that tests and benchmarks of our own code start. */
public final class TestPrograms {
  /** Those that only tests start. */
  public static final List<Program> ALL =
      """
      cat head sleep tail | coreutils | processes that read, wait and grow
      git perl | git perl-base | build files of pull requests
      find | findutils | control groups that are left
      mount umount | mount | small file systems
      unshare | util-linux | processes that see no others
      strace | strace | system calls of engines
      sshd ssh-keygen | openssh-server | another machine
      munged slurmctld slurmd sbatch sinfo squeue scancel | slurm-wlm munge | a Slurm cluster
      mysql db_bench | default-mysql-client rocksdb-tools | loads and reads beside ours
      """
          .lines()
          .map(line -> Program.parse(line + " | tests are skipped"))
          .toList();

  private TestPrograms() {}

  /** Skips the test where a program is not here. */
  public static void assume(String name) {
    Program program = named(name);
    assumeTrue(program.isHere(), program::lack);
  }

  /** The program of this name, of tests or of runs. */
  public static Program named(String name) {
    return Stream.of(ALL, Program.ofRuns())
        .flatMap(List::stream)
        .filter(each -> each.names().contains(name))
        .findFirst()
        .orElseThrow();
  }
}
