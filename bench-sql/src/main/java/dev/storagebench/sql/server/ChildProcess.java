package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.process.Program;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** Child processes that write to a log and die with this JVM where the system supports it. */
public final class ChildProcess {
  private static final int TAIL_BYTES = 16 << 10;
  private static final int TAIL_LINES = 15;

  private ChildProcess() {}

  /**
   * Starts a command.
   *
   * @param launcher prefix of the command line
   * @param log both outputs are appended to it; its folder is the working folder
   */
  static Process start(List<String> launcher, List<String> command, Path log, String input)
      throws IOException {
    List<String> words = new ArrayList<>(launcher);
    words.addAll(dieWithParent());
    words.addAll(command);
    Process process = startInThreadOfItsOwn(words, log);
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException alreadyDead) {
      // The caller checks isAlive, and the log contains the reason.
    }
    return process;
  }

  /**
   * prctl(2), PR_SET_PDEATHSIG: the signal is sent when the <em>thread</em> that created the child
   * ends. So the child is created by a thread that lives as long as the child does.
   */
  private static Process startInThreadOfItsOwn(List<String> words, Path log) throws IOException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    Daemon.start(
        "parent-of-" + new File(words.get(words.size() - 1)).getName(),
        () -> {
          try {
            ProcessBuilder builder =
                new ProcessBuilder(words)
                    .directory(log.toAbsolutePath().getParent().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // That of forks, for native engines in them.
            builder.environment().remove("MALLOC_ARENA_MAX");
            Process process = builder.start();
            started.complete(process);
            process.onExit().join(); // not interruptible
          } catch (IOException e) {
            started.completeExceptionally(e);
          }
        });
    try {
      return started.join();
    } catch (CompletionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }

  /** {@code setpriv} of util-linux, if present; BusyBox's lacks the option. */
  private static List<String> dieWithParent() {
    return Program.succeeds("setpriv", "--pdeathsig", "KILL", "true")
        ? List.of("setpriv", "--pdeathsig", "KILL")
        : List.of();
  }

  /** Waits for a process to end; kills it if this thread is interrupted. */
  static int waitFor(Process process, String what) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while waiting for " + what, e);
    }
  }

  /** Kills a process and its descendants, and waits until it is gone itself. */
  static void kill(Process process) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /** The last errors in a log, indented, for a message; the last lines if none is an error. */
  static String tail(Path log) {
    List<String> lines = end(log).lines().filter(line -> !line.isBlank()).toList();
    List<String> errors = lines.stream().filter(line -> line.contains("ERROR")).toList();
    List<String> shown = errors.isEmpty() ? lines : errors;
    return shown.stream()
        .skip(Math.max(0, shown.size() - TAIL_LINES))
        .map("  "::concat)
        .collect(Collectors.joining("\n"));
  }

  /** The last 16 KiB of a log. */
  static String end(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(TAIL_BYTES, file.length())];
      file.seek(file.length() - end.length);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }
}
