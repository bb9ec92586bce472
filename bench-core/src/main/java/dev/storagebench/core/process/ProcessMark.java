package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identity of a process, in the name of something that may outlive it, so that others can find out
 * whether it is still alive. No clock that people or NTP may set is part of it.
 *
 * @param realm where its id means this process: the inode of the PID namespace (containers have
 *     their own) and the first digits of the kernel's <a
 *     href="https://man7.org/linux/man-pages/man4/random.4.html">boot id</a>; 0 without {@code
 *     /proc}
 * @param start in ticks since the machine started ({@code starttime} of <a
 *     href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">/proc/pid/stat</a>), since
 *     ids are reused; in milliseconds since 1970 without {@code /proc}
 */
public record ProcessMark(String realm, long pid, long start) {
  /** The JVM of this process. */
  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  // Counted from the state.
  private static final int START_FIELD = 22 - 3;
  private static final int BOOT_DIGITS = 8;

  private static final Pattern MARK = Pattern.compile("([0-9a-f.]{1,32})-(\\d{1,18})-(\\d{1,18})-");
  private static final String REALM = realmOfThisProcess();

  /** The calling process. */
  public static ProcessMark self() {
    return of(ProcessHandle.current());
  }

  /** The mark of a process. */
  public static ProcessMark of(ProcessHandle process) {
    return new ProcessMark(REALM, process.pid(), startOf(process));
  }

  /** The mark at the start of a name, followed by {@code -}; empty if there is none. */
  public static Optional<ProcessMark> atStartOf(String text) {
    Matcher mark = MARK.matcher(text);
    return mark.lookingAt()
        ? Optional.of(
            new ProcessMark(
                mark.group(1), Long.parseLong(mark.group(2)), Long.parseLong(mark.group(3))))
        : Optional.empty();
  }

  /** Whether a name is a prefix and the mark of a process that has ended: what it names may go. */
  public static boolean isOrphan(String name, String prefix) {
    return name.startsWith(prefix)
        && atStartOf(name.substring(prefix.length())).filter(ProcessMark::hasEnded).isPresent();
  }

  /** Whether the process runs and can be seen from here. */
  public boolean lives() {
    return isVisible()
        && ProcessHandle.of(pid).filter(process -> startOf(process) == start).isPresent()
        && !isZombie();
  }

  /** Whether the process has ended; false if it could not be seen from here. */
  public boolean hasEnded() {
    return isVisible() && !lives();
  }

  /** Whether this process sees those of its realm: not in another container, nor after a boot. */
  public boolean isVisible() {
    return realm.equals(REALM);
  }

  /** Whether it has ended but its parent has not waited for it. */
  private boolean isZombie() {
    try {
      return stat(Long.toString(pid)).get(0).equals("Z");
    } catch (IOException notLinux) {
      return false;
    }
  }

  /**
   * The fields of {@code /proc/<pid>/stat} from the third one, the state, on.
   *
   * @throws IOException if the process has ended or this is not Linux
   */
  public static List<String> stat(String pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", pid, "stat"), StandardCharsets.ISO_8859_1);
    // pid (name) state …, where the name may contain anything
    return List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1));
  }

  /** 0 for one that has just ended. */
  private static long startOf(ProcessHandle process) {
    try {
      return Long.parseLong(stat(Long.toString(process.pid())).get(START_FIELD));
    } catch (IOException noProc) {
      return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
  }

  private static String realmOfThisProcess() {
    try {
      // pid:[4026531836]
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
      return namespace.replaceAll("\\D", "") + "." + boot.substring(0, BOOT_DIGITS);
    } catch (IOException noProc) {
      return "0";
    }
  }

  /** {@code realm-pid-start}. */
  @Override
  public String toString() {
    return realm + "-" + pid + "-" + start;
  }
}
