package dev.storagebench.core.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.openjdk.jmh.runner.RunnerException;

/** The lock by which JMH keeps two of its runs on one machine apart. */
final class JmhLock {
  private static final String NAME = "jmh.lock";
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
  private static final int PID = 4;
  private static final int MAX_COMMAND = 120;

  private JmhLock() {}

  /** Whether a run was refused because another one holds it. */
  static boolean isHeld(RunnerException e) {
    return String.valueOf(e.getMessage()).contains(NAME);
  }

  /**
   * Who holds it, for people; without a process where the system does not tell.
   *
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_locks.5.html">/proc/locks</a>
   */
  static String holder() {
    return holder(Path.of(System.getProperty("java.io.tmpdir"), NAME));
  }

  static String holder(Path lock) {
    String held = "another JMH run holds " + lock;
    try {
      String inode = ":%s ".formatted(Files.getAttribute(lock, "unix:ino"));
      return Files.readAllLines(Path.of("/proc/locks")).stream()
          // 1: POSIX ADVISORY WRITE 4711 08:01:131090 0 EOF; those that wait have an arrow.
          .filter(line -> line.contains(inode) && !line.contains("->"))
          .map(line -> Long.parseLong(line.strip().split("\\s+", -1)[PID]))
          .findFirst()
          .flatMap(ProcessHandle::of)
          .map(process -> held + ": " + described(process))
          .orElse(held);
    } catch (IOException | UnsupportedOperationException | NumberFormatException unknown) {
      return held;
    }
  }

  private static String described(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    Optional<String> since =
        info.startInstant().map(start -> TIME.format(start.atZone(ZoneId.systemDefault())));
    String command = info.commandLine().orElse("");
    return "process %d%s%s"
        .formatted(
            process.pid(),
            since.map(time -> ", running since " + time).orElse(""),
            command.isEmpty()
                ? ""
                : ", "
                    + (command.length() > MAX_COMMAND
                        ? "…" + command.substring(command.length() - MAX_COMMAND)
                        : command));
  }
}
