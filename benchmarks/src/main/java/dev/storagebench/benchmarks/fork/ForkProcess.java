package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.turns.HostTurns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * A fork that runs: what it prints and says, and its end. Messages are lines of standard output
 * with {@link HostTurns#MARK} in them.
 */
public final class ForkProcess {
  // No message is empty.
  private static final String ENDED = "";
  private static final String ASSERTION = "ssert";
  private static final int MAX_ERROR_CHARS = 300;
  // What it has started may keep its streams open.
  private static final long LAST_WORDS_MILLIS = 1000;

  private final Process child;
  private final Consumer<String> lines;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final Thread out;
  private final Thread errors;
  private volatile String lastError = "";

  ForkProcess(Process child, Consumer<String> lines) {
    this.child = child;
    this.lines = lines;
    out =
        Daemon.start(
            "fork-output", () -> read(child.inputReader(StandardCharsets.UTF_8), this::printed));
    errors =
        Daemon.start(
            "fork-errors", () -> read(child.errorReader(StandardCharsets.UTF_8), this::complained));
    Daemon.start(
        "fork-end",
        () -> {
          child.onExit().join();
          messages.add(ENDED);
        });
  }

  private static void read(BufferedReader from, Consumer<String> line) {
    try (from) {
      from.lines().forEach(line);
    } catch (IOException | UncheckedIOException closed) {
      // It has ended.
    }
  }

  private void printed(String line) {
    int at = line.indexOf(HostTurns.MARK);
    if (at < 0) {
      lines.accept(line);
    } else {
      messages.add(line.substring(at + HostTurns.MARK.length()));
    }
  }

  /** A failed assertion says more than what follows it; frames of stack traces say less. */
  private void complained(String line) {
    lines.accept(line);
    if (!line.isBlank() && !line.startsWith("\t") && !lastError.contains(ASSERTION)) {
      lastError = line.strip();
    }
  }

  /** The process. */
  public ProcessHandle handle() {
    return child.toHandle();
  }

  /** Waits for its next message; empty if it has ended. */
  public Optional<String> next() throws InterruptedException {
    return Optional.of(messages.take()).filter(each -> !each.equals(ENDED));
  }

  /** Says a line to it; one that has ended does not hear it. */
  public void say(String line) {
    try {
      child.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      child.getOutputStream().flush();
    } catch (IOException ended) {
      // Who waits for its answer is told.
    }
  }

  /** Waits for its end; returns the exit code. */
  public int awaitEnd() throws InterruptedException {
    int exit = child.waitFor();
    out.join(LAST_WORDS_MILLIS);
    errors.join(LAST_WORDS_MILLIS);
    return exit;
  }

  /** Ends it. */
  public void kill() {
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly();
  }

  /** A failed assertion, or else the last line that it wrote to standard error. */
  public Optional<String> lastError() {
    return Optional.of(lastError)
        .filter(line -> !line.isEmpty())
        .map(line -> "stderr: " + line.substring(0, Math.min(MAX_ERROR_CHARS, line.length())));
  }
}
