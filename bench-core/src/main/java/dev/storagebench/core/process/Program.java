package dev.storagebench.core.process;

import dev.storagebench.datasets.ResourceLines;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs that this project starts and does not bring, beside a JDK's, servers and browsers: those
 * of runs are listed in {@code programs.txt}, those of tests beside the tests. A rule of the tests
 * refuses others. Where one is missing, its use is left out or refused, and a test of it is
 * skipped.
 *
 * @param names on a command line
 * @param without consequence of their absence, as a clause
 */
public record Program(List<String> names, String debianPackage, String purpose, String without) {
  /** The exit code of a command that has ended, and both its outputs. */
  public record Output(int exit, String text) {}

  /** A line of a table: the names, the package of Debian, what for, and what is lacking without. */
  static Program parse(String line) {
    String[] columns = line.split(" *\\| *", -1);
    return new Program(List.of(columns[0].split(" ", -1)), columns[1], columns[2], columns[3]);
  }

  /** Those that runs use, not only tests. */
  public static List<Program> ofRuns() {
    return ResourceLines.of(Program.class, "programs.txt").stream().map(Program::parse).toList();
  }

  /** The folders of programs on this machine: those of the PATH, and root's. */
  public static Stream<Path> folders() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin"))
        .filter(folder -> folder.startsWith("/"))
        .map(Path::of);
  }

  /** Whether all of them are here. */
  public boolean isHere() {
    return names.stream()
        .allMatch(name -> folders().anyMatch(each -> Files.isExecutable(each.resolve(name))));
  }

  /** Consequence of their absence, as a clause. */
  public String lack() {
    return "without %s (%s), %s".formatted(String.join(" and ", names), purpose, without);
  }

  /** How to get them on Debian. */
  public String remedy() {
    return "apt-get install " + debianPackage;
  }

  /**
   * Runs a command without input to its end.
   *
   * @throws IOException if there is no such program
   */
  public static Output output(String... command) throws IOException {
    return output(Duration.ofDays(1), command);
  }

  /** Runs a command like {@link #output(String...)}, and kills it after a time. */
  public static Output output(Duration limit, String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    process
        .onExit()
        .orTimeout(limit.toSeconds(), TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.onExit().join().exitValue(), text.strip());
  }

  /** Whether a command ends with 0; false where its program is missing. */
  public static boolean succeeds(String... command) {
    return failure(List.of(command)).isEmpty();
  }

  /** Output of a command that has failed, or why it could not be run; empty if it ended with 0. */
  public static Optional<String> failure(List<String> command) {
    try {
      Output output = output(command.toArray(String[]::new));
      return output.exit == 0 ? Optional.empty() : Optional.of(output.text);
    } catch (IOException missing) {
      return Optional.of("no such command");
    }
  }

  /**
   * Refuses the start of a listed program that is not here.
   *
   * @throws IOException with the package to install
   */
  public static void require(String name) throws IOException {
    for (Program each : ofRuns()) {
      if (each.names.contains(name) && !each.isHere()) {
        throw new IOException(each.lack() + "; " + each.remedy());
      }
    }
  }
}
