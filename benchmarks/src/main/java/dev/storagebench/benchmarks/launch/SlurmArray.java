package dev.storagebench.benchmarks.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A job array of Slurm: tasks that each have a whole node, as many at once as there shall be
 * machines. A task whose node dies is queued again and starts anew on another one.
 *
 * @see <a href="https://slurm.schedmd.com/job_array.html">Job Array Support</a>
 */
public final class SlurmArray implements AutoCloseable {
  /** Stands for the number of the task in its command. */
  public static final String TASK = "{task}";

  private static final String SBATCH =
      "sbatch --parsable --wait --requeue --exclusive --mem=0 --nodes=1 --ntasks=1"
          + " --job-name=storage-bench --open-mode=append";

  private final Process sbatch;
  private final String job;

  private SlurmArray(Process sbatch, String job) {
    this.sbatch = sbatch;
    this.job = job;
  }

  /**
   * Submits it.
   *
   * @param launch {@code slurm:OPTIONS}, the options of sbatch
   * @param output the folder of each task's output, {@code TASK.log}
   * @param tasks their numbers
   * @param machines how many run at once
   * @param command the words, of which each may contain {@link #TASK}
   * @throws IOException if Slurm is missing or refuses; with its own message
   */
  public static SlurmArray submit(
      String launch, Path output, List<Integer> tasks, int machines, List<String> command)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(SBATCH.split(" ", -1)));
    words.add("--output=" + output.toAbsolutePath() + "/%a.log");
    words.addAll(Launcher.words(launch.replaceFirst("^slurm:?", "")));
    words.add(
        "--array=%s%%%d"
            .formatted(
                tasks.stream().map(String::valueOf).collect(Collectors.joining(",")), machines));
    Process sbatch = start(words);
    try (OutputStream script = sbatch.getOutputStream()) {
      script.write(script(command).getBytes(StandardCharsets.UTF_8));
    } catch (IOException ended) {
      // Its message follows.
    }
    // Standard output stays open: it has the number of the job at once, and ends with the job.
    String first = sbatch.inputReader(StandardCharsets.UTF_8).readLine();
    if (first == null) {
      throw new IOException("Slurm refused the job: " + errors(sbatch));
    }
    return new SlurmArray(sbatch, first.replaceFirst(";.*", ""));
  }

  /** A signal reaches the command itself. */
  static String script(List<String> command) {
    return "#!/bin/sh\nexec %s\n"
        .formatted(
            command.stream()
                .map(word -> Launcher.quoted(word).replace(TASK, "'\"$SLURM_ARRAY_TASK_ID\"'"))
                .collect(Collectors.joining(" ")));
  }

  private static Process start(List<String> words) throws IOException {
    try {
      return new ProcessBuilder(words).start();
    } catch (IOException e) {
      throw new IOException(
          "%s is not on the PATH: --launch slurm needs a machine from which jobs are submitted"
              .formatted(words.get(0)),
          e);
    }
  }

  private static String errors(Process process) {
    try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
      return errors.lines().collect(Collectors.joining("; "));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The number of the job. */
  public String job() {
    return job;
  }

  /** Whether none of its tasks runs or will. */
  public boolean hasEnded() {
    return !sbatch.isAlive();
  }

  /** Cancels what has not ended. */
  @Override
  public void close() throws IOException {
    if (sbatch.isAlive()) {
      start(List.of("scancel", job)).onExit().join();
      sbatch.destroy();
      sbatch.onExit().join();
    }
  }
}
