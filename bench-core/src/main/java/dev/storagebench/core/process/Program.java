package dev.storagebench.core.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs that this project starts and does not bring, beside a JDK's, servers and browsers. A
 * rule of the tests refuses those that are not listed here. Where one is missing, its use is left
 * out or refused, and a test of it is skipped.
 */
public enum Program {
  SH("sh", "dash", "limits, clients, signals", "there are no memory limits and no clients"),
  DU("du", "coreutils", "sizes of stores", "holes of sparse files count as well"),
  DD("dd", "coreutils", "emptying the page cache", "only root can empty it of a store's files"),
  TRUE("true", "coreutils", "trying memory limits", "none is used"),
  ENV("env", "coreutils", "initialising MariaDB", "it does not start"),
  CHOWN("chown", "coreutils", "files of PostgreSQL", "root cannot start it"),
  SETPRIV("setpriv", "util-linux", "servers", "they outlive killed runs; root has no PostgreSQL"),
  IPCRM("ipcrm", "util-linux", "killed PostgreSQL servers", "56 bytes of System V memory stay"),
  FALLOCATE("fallocate", "util-linux", "compressed pages", "nobody checks that they save space"),
  MAVEN("mvn", "maven", "downloads", "servers and other versions of engines cannot be fetched"),
  SYSTEMD("systemd-run systemctl", "systemd", "memory limits", "they need root or an own group"),
  SSH("ssh", "openssh-client", "clients on other machines", "--launch ssh:HOST does not work"),
  SLURM("srun", "slurm-client", "clients on other machines", "--launch slurm does not work"),

  // Tests and benchmarks of our own code.
  FILES("cat head sleep tail", "coreutils", "processes that read, wait and grow"),
  GIT("git perl", "git perl-base", "build files of pull requests"),
  FIND("find", "findutils", "control groups that are left"),
  MOUNT("mount umount", "mount", "small file systems"),
  UNSHARE("unshare", "util-linux", "processes that see no others"),
  STRACE("strace", "strace", "system calls of engines"),
  SSHD("sshd ssh-keygen", "openssh-server", "another machine"),
  CLUSTER(
      "munged slurmctld slurmd sbatch sinfo squeue scancel", "slurm-wlm munge", "a Slurm cluster"),
  RIVALS("mysql db_bench", "default-mysql-client rocksdb-tools", "loads and reads beside ours");

  private static final String OF_TESTS = "tests are skipped";

  private final String names;
  private final String debianPackage;
  private final String purpose;
  private final String without;

  Program(String names, String debianPackage, String purpose) {
    this(names, debianPackage, purpose, OF_TESTS);
  }

  Program(String names, String debianPackage, String purpose, String without) {
    this.names = names;
    this.debianPackage = debianPackage;
    this.purpose = purpose;
    this.without = without;
  }

  /** Those that runs use, not only tests. */
  public static List<Program> ofRuns() {
    return Arrays.stream(values()).filter(each -> !each.without.equals(OF_TESTS)).toList();
  }

  /** Their names on a command line. */
  public List<String> names() {
    return List.of(names.split(" ", -1));
  }

  /** The folders of programs on this machine: those of the PATH, and root's. */
  public static Stream<Path> folders() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin"))
        .filter(folder -> folder.startsWith("/"))
        .map(Path::of);
  }

  /** Whether all of them are here. */
  public boolean isHere() {
    return names().stream()
        .allMatch(name -> folders().anyMatch(each -> Files.isExecutable(each.resolve(name))));
  }

  /** Consequence of their absence, as a clause. */
  public String lack() {
    return "without %s (%s), %s".formatted(names.replace(" ", " and "), purpose, without);
  }

  /** How to get them on Debian. */
  public String remedy() {
    return "apt-get install " + debianPackage;
  }

  /** Whether a command ends with 0; false where its program is missing. Its output is dropped. */
  public static boolean succeeds(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /**
   * Refuses the start of a listed program that is not here.
   *
   * @throws IOException with the package to install
   */
  public static void require(String name) throws IOException {
    for (Program each : values()) {
      if (each.names().contains(name) && !each.isHere()) {
        throw new IOException(each.lack() + "; " + each.remedy());
      }
    }
  }
}
