package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Forks of a killed run, which run on until the end of their iteration and would distort the next
 * measurements.
 */
public final class Orphans {
  /** The system property by which every fork names its run. */
  public static final String RUN_PROPERTY = "storagebench.run";

  private static final int PATIENCE_SECONDS = 10;

  private Orphans() {}

  /**
   * Kills them. Only the holder of the run's lock may call this.
   *
   * @param run the value of {@link #RUN_PROPERTY}
   * @return their number
   */
  public static int end(String run) {
    String mark = "-D" + RUN_PROPERTY + "=" + run;
    List<ProcessHandle> orphans =
        ProcessHandle.allProcesses()
            .filter(each -> each.pid() != ProcessHandle.current().pid())
            .filter(each -> arguments(each).contains(mark))
            .toList();
    orphans.forEach(
        each -> {
          each.destroyForcibly();
          // A zombie whose parent does not wait for it never exits.
          each.onExit().completeOnTimeout(each, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        });
    return orphans.size();
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
      return process.info().arguments().map(List::of).orElse(List.of());
    }
  }
}
