package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Forks of killed runs, which run on until the end of their iteration and would distort the next
 * measurements.
 */
public final class Orphans {
  private static final String OWNER = "-Dstoragebench.owner=";
  private static final int PATIENCE_SECONDS = 10;

  private Orphans() {}

  /** The flag by which a child JVM names the process that waits for it. */
  public static String flag() {
    return flag(ProcessMark.self());
  }

  static String flag(ProcessMark owner) {
    return OWNER + owner + "-";
  }

  /**
   * Kills those whose owner has died, as far as they belong to this user.
   *
   * @return their number
   */
  public static int end() {
    List<ProcessHandle> killed =
        ProcessHandle.allProcesses()
            .filter(
                each ->
                    arguments(each).stream().anyMatch(word -> ProcessMark.isOrphan(word, OWNER)))
            .filter(ProcessHandle::destroyForcibly)
            .toList();
    // A zombie whose parent does not wait for it never exits.
    killed.forEach(
        each -> each.onExit().completeOnTimeout(each, PATIENCE_SECONDS, TimeUnit.SECONDS).join());
    return killed.size();
  }

  /** The child of this process that has this argument; empty before it has started. */
  public static Optional<ProcessHandle> child(String argument) {
    return ProcessHandle.current()
        .children()
        .filter(each -> arguments(each).contains(argument))
        .findAny();
  }

  /** Empty for processes of other users. */
  private static List<String> arguments(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException goneOrNoLinux) {
      return Arrays.asList(process.info().arguments().orElse(new String[0]));
    }
  }
}
