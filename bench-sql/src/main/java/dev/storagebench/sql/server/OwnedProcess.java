package dev.storagebench.sql.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A child process that dies with this JVM where the system can be told so. */
final class OwnedProcess {
  private final Process process;

  private OwnedProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param launcher words before the command
   * @param log what it writes to both its outputs is appended here; its working folder is the log's
   * @param input what it finds on its standard input, which then ends
   */
  static OwnedProcess start(List<String> launcher, List<String> command, Path log, String input)
      throws IOException {
    List<String> words = new ArrayList<>(launcher);
    words.addAll(dieWithParent());
    words.addAll(command);
    Process process = startInThreadOfItsOwn(words, log);
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException diedAlready) {
      // The caller sees that by isAlive, and the log says why.
      return new OwnedProcess(process);
    }
    return new OwnedProcess(process);
  }

  /**
   * prctl(2), PR_SET_PDEATHSIG: the signal comes when the <em>thread</em> that made the child ends.
   * So the child is made by a thread that lives as long as the child does.
   */
  private static Process startInThreadOfItsOwn(List<String> words, Path log) throws IOException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread parent =
        new Thread(
            () -> {
              try {
                Process process =
                    new ProcessBuilder(words)
                        .directory(log.toAbsolutePath().getParent().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
                started.complete(process);
                process.onExit().join(); // which no interrupt ends
              } catch (IOException e) {
                started.completeExceptionally(e);
              }
            },
            "parent-of-" + new File(words.get(words.size() - 1)).getName());
    parent.setDaemon(true);
    parent.start();
    try {
      return started.join();
    } catch (CompletionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }

  /** {@code setpriv} of util-linux, if it is there and knows the option (BusyBox's does not). */
  private static List<String> dieWithParent() {
    List<String> words = List.of("setpriv", "--pdeathsig", "KILL");
    List<String> trial = new ArrayList<>(words);
    trial.add("true");
    try {
      Process process =
          new ProcessBuilder(trial)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0 ? words : List.of();
    } catch (IOException noSuchCommand) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitValue() {
    return process.exitValue();
  }

  /** Asks the process to end, and waits; false if it then still runs. */
  boolean terminate(Duration patience) throws InterruptedException {
    process.destroy();
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the process at once and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
