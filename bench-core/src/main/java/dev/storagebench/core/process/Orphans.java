package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Forks of a run that was killed: they outlive it for as long as their iteration takes, and would
 * be measured along with whatever comes next.
 */
public final class Orphans {
  /** The system property by which every fork names its run. */
  public static final String RUN_PROPERTY = "storagebench.run";

  private static final int PATIENCE_SECONDS = 10;

  private Orphans() {}

  /**
   * Ends them. Only who holds the run's lock may call this: then none of them has a parent.
   *
   * @param run the value of {@link #RUN_PROPERTY}
   * @return how many there were
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
          // A zombie that nobody takes note of never exits, and needs nothing any more.
          each.onExit().completeOnTimeout(each, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        });
    return orphans.size();
  }

  /** Empty for the processes of others. */
  private static List<String> arguments(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException goneOrNoLinux) {
      return process.info().arguments().map(List::of).orElse(List.of());
    }
  }
}
