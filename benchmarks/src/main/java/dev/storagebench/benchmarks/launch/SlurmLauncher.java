package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Launched;
import dev.storagebench.core.clients.LaunchedProcess;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Starts processes by {@code srun}, one a node unless its options say otherwise; within an
 * allocation as a step of that. {@code srun} gives its standard input to all of them, and ends the
 * others if one fails.
 *
 * @param prefix words before Slurm's commands
 * @param options of {@code srun}, as words
 */
record SlurmLauncher(List<String> prefix, List<String> options) implements Launcher {

  /** The words of {@code slurm:OPTIONS}. */
  static List<String> options(String text) {
    return Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }

  @Override
  public Launched start(
      int processes, List<String> command, String secret, InetSocketAddress controller)
      throws IOException {
    String job =
        "storage-bench-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    List<String> words = new ArrayList<>(prefix);
    words.addAll(
        List.of(
            "srun",
            "--quiet",
            "--nodes=" + processes,
            "--ntasks=" + processes,
            "--kill-on-bad-exit=1",
            "--job-name=" + job));
    words.addAll(options);
    words.add(ProcessMark.JAVA);
    words.add(LaunchedProcess.controllerFlag(controller.getHostString(), controller.getPort()));
    words.addAll(command);
    ChildProcesses children = new ChildProcesses(secret);
    children.start(OptionalInt.empty(), "srun", words);
    List<String> cancel = new ArrayList<>(prefix);
    cancel.addAll(List.of("scancel", "--name=" + job));
    return new Step(cancel, children);
  }

  /** The processes of one {@code srun}. */
  private record Step(List<String> cancel, ChildProcesses children) implements Launched {
    @Override
    public List<Ended> ended() {
      return children.ended();
    }

    /** Also what is still queued, or runs on after its {@code srun} was killed. */
    @Override
    public void close() {
      children.close();
      try {
        Process scancel =
            new ProcessBuilder(cancel)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        scancel.onExit().join();
      } catch (IOException noSlurm) {
        // Then there was no srun either.
      }
    }
  }
}
