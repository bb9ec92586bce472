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
 * Identifies a process in the name of something that may outlive it, so that others can find out
 * whether it is still alive.
 *
 * @param namespace of process ids, by its inode: containers have their own; 0 where there are none
 * @param startMillis its start in milliseconds since 1970, since ids are reused
 */
public record ProcessMark(long namespace, long pid, long startMillis) {
  /** The JVM of this process. */
  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  // The system derives it from the boot time, which may be corrected meanwhile.
  private static final long START_TOLERANCE_MILLIS = 2_000;

  private static final Pattern START = Pattern.compile("(\\d{1,18})-(\\d{1,18})-(\\d{1,18})-");
  private static final long NAMESPACE = namespaceOfThisProcess();

  /** The calling process. */
  public static ProcessMark self() {
    return of(ProcessHandle.current());
  }

  /** The mark of a process. */
  public static ProcessMark of(ProcessHandle process) {
    return new ProcessMark(NAMESPACE, process.pid(), startOf(process));
  }

  /** The mark at the start of a name, followed by {@code -}; empty if there is none. */
  public static Optional<ProcessMark> atStartOf(String text) {
    Matcher start = START.matcher(text);
    return start.lookingAt()
        ? Optional.of(
            new ProcessMark(
                Long.parseLong(start.group(1)),
                Long.parseLong(start.group(2)),
                Long.parseLong(start.group(3))))
        : Optional.empty();
  }

  /** Whether the process has ended; false if it cannot be seen from here, in another namespace. */
  public boolean hasEnded() {
    return namespace == NAMESPACE && !lives();
  }

  /** Whether the process runs and can be seen from here. */
  public boolean lives() {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return namespace == NAMESPACE
        && process.isPresent()
        && !isZombie()
        && Math.abs(startOf(process.get()) - startMillis) <= START_TOLERANCE_MILLIS;
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

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static long namespaceOfThisProcess() {
    try {
      // pid:[4026531836]
      String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return Long.parseLong(link.replaceAll("\\D", ""));
    } catch (IOException notLinux) {
      return 0;
    }
  }

  /** {@code namespace-pid-start}. */
  @Override
  public String toString() {
    return namespace + "-" + pid + "-" + startMillis;
  }
}
