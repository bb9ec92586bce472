package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Launched;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Processes of this machine; those of other machines end with the child that connects to them. */
final class ChildProcesses implements Launched {
  private static final int END_WITHIN_SECONDS = 3;

  private final String secret;
  private final List<Child> children = new CopyOnWriteArrayList<>();

  private record Child(
      OptionalInt index, String name, Process process, CompletableFuture<String> lastLine) {}

  /** None yet; each gets the secret as the first line of its standard input. */
  ChildProcesses(String secret) {
    this.secret = secret;
  }

  /**
   * Starts one, whose standard output is discarded.
   *
   * @param index which of the started processes it is; empty if it starts several
   * @param name where it runs, for messages
   * @throws IOException if there is no such command; those started before have been ended
   */
  void start(OptionalInt index, String name, List<String> command) throws IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      close();
      throw e;
    }
    CompletableFuture<String> lastLine =
        CompletableFuture.supplyAsync(
            () -> lastLine(process),
            work -> {
              Thread reader = new Thread(work, "errors-of-" + name);
              reader.setDaemon(true);
              reader.start();
            });
    children.add(new Child(index, name, process, lastLine));
    try {
      OutputStream input = process.getOutputStream();
      input.write((secret + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException ended) {
      // ended() has the reason.
    }
  }

  private static String lastLine(Process process) {
    try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
      return errors.lines().filter(line -> !line.isBlank()).reduce("", (a, b) -> b).strip();
    } catch (IOException closed) {
      return "";
    }
  }

  @Override
  public List<Ended> ended() {
    return children.stream()
        .filter(each -> !each.process.isAlive())
        .map(
            each ->
                new Ended(each.index, each.name, each.process.exitValue(), each.lastLine.join()))
        .toList();
  }

  /** The end of its standard input ends a process by itself; a signal one that does not listen. */
  @Override
  public void close() {
    for (Child each : children) {
      try {
        each.process.getOutputStream().close();
      } catch (IOException ended) {
        // as it should
      }
    }
    for (Child each : children) {
      try {
        if (!each.process.waitFor(END_WITHIN_SECONDS, TimeUnit.SECONDS)) {
          each.process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        each.process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
      each.process.onExit().join();
    }
  }
}
