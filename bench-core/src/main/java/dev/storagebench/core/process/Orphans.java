package dev.storagebench.core.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Processes that outlive who waits for them: forks of killed runs, which run on until the end of
 * their iteration, and what forks have started. They would distort the next measurements.
 */
public final class Orphans {
  private static final String OWNER = "-Dstoragebench.owner=";
  private static final String ENVIRONMENT = "STORAGE_BENCH_FORK";
  private static final int PATIENCE_SECONDS = 10;

  private Orphans() {}

  /** The flag by which a child JVM names the process that waits for it. */
  public static String flag(ProcessMark owner) {
    return OWNER + owner + "-";
  }

  /**
   * Marks the environment of a fork, which all that it starts inherits.
   *
   * @param owner the process that waits for it
   * @param fork its flag, unlike that of any other fork
   */
  public static void mark(Map<String, String> environment, ProcessMark owner, String fork) {
    environment.put(ENVIRONMENT, flag(owner) + " " + fork);
  }

  /** Kills what a dead fork has left; {@link #mark} has its flag. */
  public static void endChildren(String fork) {
    killAll(each -> environment(each).endsWith(" " + fork));
  }

  /**
   * Kills those whose owner has died, as far as they belong to this user.
   *
   * @return their number
   */
  public static int end() {
    return killAll(
        each ->
            Stream.concat(arguments(each).stream(), Stream.of(environment(each)))
                .anyMatch(word -> ProcessMark.isOrphan(word, OWNER)));
  }

  private static int killAll(Predicate<ProcessHandle> which) {
    return kill(
        ProcessHandle.allProcesses()
            .filter(each -> each.pid() != ProcessHandle.current().pid())
            .filter(which));
  }

  /**
   * Kills processes in their order, and waits for their end.
   *
   * @return the number of those that could be killed
   */
  public static int kill(Stream<ProcessHandle> processes) {
    List<ProcessHandle> killed = processes.filter(ProcessHandle::destroyForcibly).toList();
    // A zombie whose parent does not wait for it never exits.
    killed.forEach(
        each -> each.onExit().completeOnTimeout(each, PATIENCE_SECONDS, TimeUnit.SECONDS).join());
    return killed.size();
  }

  /** Empty for processes of other users. */
  private static List<String> arguments(ProcessHandle process) {
    try {
      return words(process, "cmdline");
    } catch (IOException goneOrNoLinux) {
      return Arrays.asList(process.info().arguments().orElse(new String[0]));
    }
  }

  /** The mark in its environment; empty if it has none, or is another user's. */
  private static String environment(ProcessHandle process) {
    try {
      return words(process, "environ").stream()
          .filter(word -> word.startsWith(ENVIRONMENT + "="))
          .findFirst()
          .map(word -> word.substring(ENVIRONMENT.length() + 1))
          .orElse("");
    } catch (IOException goneOrNotOurs) {
      return "";
    }
  }

  private static List<String> words(ProcessHandle process, String file) throws IOException {
    Path path = Path.of("/proc", Long.toString(process.pid()), file);
    return List.of(new String(Files.readAllBytes(path), StandardCharsets.UTF_8).split("\0", -1));
  }
}
