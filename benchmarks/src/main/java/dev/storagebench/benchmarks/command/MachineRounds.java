package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.benchmarks.launch.SlurmArray;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.process.ProcessMark;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The rounds of a plan, each measured on one of several machines by {@code --only-round} into
 * {@code rounds/K} of the run's folder, and merged at the end. A round that is complete is never
 * measured again; one whose machine died leaves a folder of another name and starts anew elsewhere.
 */
final class MachineRounds {
  private static final String SLURM = "slurm";
  private static final long POLL_NANOS = 1_000_000_000;

  private final PrintWriter out;
  private final CommandLine shell;
  private final List<String> command;
  private final RunOptions options;
  private final int rounds;
  private final Path folder;

  /** Rounds to be measured. */
  MachineRounds(CommandLine shell, int rounds, RunOptions options) throws IOException {
    this.out = shell.getOut();
    this.shell = shell;
    this.command = PlannedRun.arguments(shell);
    this.options = options;
    this.rounds = rounds;
    if (options.rule().ends()) {
      throw new IllegalArgumentException(
          "--until and --budget look at all rounds so far, which --machines measures at once; use --rounds N");
    }
    String launch = options.machines().launch();
    if (!launch.equals(SLURM) && !launch.startsWith(SLURM + ":")) {
      throw new IllegalArgumentException(
          "--machines needs --launch slurm[:OPTIONS]%s"
              .formatted(launch.isEmpty() ? "" : ", got '%s'".formatted(launch)));
    }
    if (options.resume() && options.out() == null) {
      throw new IllegalArgumentException("--resume needs --out FOLDER, the run to resume");
    }
    Path given = options.out();
    this.folder =
        (given == null ? RunFolder.create(Path.of("runs")) : new RunFolder(given))
            .path()
            .toAbsolutePath();
    if (!options.resume() && !complete().isEmpty()) {
      throw new IllegalArgumentException(
          folder
              + " already holds rounds; resume it with --resume or name another folder with --out");
    }
  }

  /** Measures the rounds that are missing, and merges all. */
  int run() throws IOException {
    Set<Integer> before = complete();
    List<Integer> missing =
        IntStream.rangeClosed(1, rounds).filter(each -> !before.contains(each)).boxed().toList();
    Files.createDirectories(parts());
    if (!missing.isEmpty()) {
      measure(missing);
    }
    Set<Integer> measured = complete();
    if (measured.isEmpty()) {
      throw new IOException(
          "no round was measured; the output of the jobs is in %s/*.log".formatted(parts()));
    }
    // Only a copy of the rounds.
    RunFolder into = new RunFolder(folder);
    Files.deleteIfExists(into.manifest());
    Files.deleteIfExists(into.log());
    Manifest run = StoredRun.merge(measured.stream().map(this::part).toList(), command);
    ReportCommand.show(out, AnsiStyle.of(shell), run, RunFolder.at(folder));
    for (int round = 1; round <= rounds; round++) {
      if (!measured.contains(round)) {
        out.printf(
            "round %d was not measured: see %s; --resume measures it%n",
            round, parts().resolve(round + ".log"));
      }
    }
    out.flush();
    boolean failed = run.results().stream().anyMatch(each -> each.status() == Status.FAILED);
    return failed || measured.size() < rounds ? Failures.SOME_FAILED : 0;
  }

  private void measure(List<Integer> missing) throws IOException {
    SlurmArray array =
        SlurmArray.submit(
            options.machines().launch(),
            parts(),
            missing,
            options.machines().machines().orElseThrow(),
            task());
    AtomicBoolean ended = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(array, ended)));
    out.printf(
        "Slurm job %s: %d rounds on up to %d machines, output in %s%n",
        array.job(), missing.size(), options.machines().machines().orElseThrow(), parts());
    out.flush();
    Set<Integer> reported = complete();
    while (reported.size() < rounds && !array.hasEnded()) {
      LockSupport.parkNanos(POLL_NANOS);
      report(reported);
    }
    report(reported);
    ended.set(true);
    array.close();
  }

  private void report(Set<Integer> reported) throws IOException {
    for (int round : complete()) {
      if (reported.add(round)) {
        Manifest run = new RunFolder(part(round)).read();
        long failed = run.results().stream().filter(each -> each.status() == Status.FAILED).count();
        out.printf(
            "round %d measured on %s%s (%d of %d)%n",
            round,
            run.environment().host(),
            failed == 0 ? "" : ", %d forks failed".formatted(failed),
            reported.size(),
            rounds);
        out.flush();
      }
    }
  }

  private void interrupted(SlurmArray array, AtomicBoolean ended) {
    if (ended.getAndSet(true)) {
      return;
    }
    try {
      array.close();
    } catch (IOException e) {
      out.printf("job %s may still run: %s%n", array.job(), e.getMessage());
    }
    out.printf(
        "job %s cancelled; complete rounds are kept. To go on:%n  %s%n",
        array.job(), PlannedRun.resume(command, options, folder));
    out.flush();
  }

  /** This program with the same JVM flags and arguments, for one round. */
  private List<String> task() {
    List<String> words = new ArrayList<>(List.of(ProcessMark.JAVA));
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(each -> Path.of(each).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    words.addAll(List.of("-cp", path, Main.class.getName()));
    words.addAll(LaunchOptions.ofOneRound(command));
    words.addAll(
        List.of("--only-round", SlurmArray.TASK, "--out", parts() + "/" + SlurmArray.TASK));
    return words;
  }

  private Path parts() {
    return folder.resolve("rounds");
  }

  private Path part(int round) {
    return parts().resolve(Integer.toString(round));
  }

  private Set<Integer> complete() {
    return IntStream.rangeClosed(1, rounds)
        .filter(each -> Files.exists(part(each)))
        .boxed()
        .collect(TreeSet::new, Set::add, Set::addAll);
  }
}
