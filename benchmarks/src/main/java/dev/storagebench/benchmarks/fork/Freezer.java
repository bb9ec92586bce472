package dev.storagebench.benchmarks.fork;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stops processes and lets them go on, by signals: a process that stands still can neither compact
 * nor collect garbage nor flush in the time of another. A shell of its own sends them, so that one
 * costs no start of a process; where there is none, nothing is stopped.
 */
public final class Freezer implements AutoCloseable {
  // When this JVM is gone, what it has stopped goes on, and ends because nobody leads it.
  private static final String SCRIPT =
      "trap '' INT TERM HUP; while read -r name ids; do kill -\"$name\" $ids 2>/dev/null; echo done; "
          + "case \";$all\" in *\";$ids;\"*) ;; *) all=\"$all$ids;\" ;; esac; done; "
          + "IFS='; '; kill -CONT $all 2>/dev/null";

  private final @Nullable Process shell;

  /** Starts the shell. */
  public Freezer() {
    Process started = null;
    try {
      started = new ProcessBuilder("sh", "-c", SCRIPT).redirectErrorStream(true).start();
    } catch (IOException noShell) {
      // Rivals then wait at their gates.
    }
    shell = started;
  }

  /** Whether processes can be stopped here. */
  public boolean works() {
    return shell != null;
  }

  /**
   * Stops a process and its descendants; returns when none of them runs.
   *
   * @return those that were stopped, to be {@link #thaw}ed
   */
  public List<ProcessHandle> freeze(ProcessHandle process) throws IOException {
    // The parent first: it starts no other child.
    List<ProcessHandle> family = Stream.concat(Stream.of(process), process.descendants()).toList();
    signal("STOP", family);
    return family;
  }

  /** Lets processes go on that were stopped. */
  public void thaw(List<ProcessHandle> stopped) throws IOException {
    signal("CONT", stopped);
  }

  private synchronized void signal(String name, List<ProcessHandle> processes) throws IOException {
    if (shell == null || processes.isEmpty()) {
      return;
    }
    String ids =
        processes.stream().map(each -> Long.toString(each.pid())).collect(Collectors.joining(" "));
    OutputStream in = shell.getOutputStream();
    in.write("%s %s\n".formatted(name, ids).getBytes(StandardCharsets.US_ASCII));
    in.flush();
    if (shell.inputReader(StandardCharsets.US_ASCII).readLine() == null) {
      throw new IOException("the shell that stops processes has ended");
    }
  }

  @Override
  public void close() {
    if (shell != null) {
      try {
        shell.getOutputStream().close();
      } catch (IOException ended) {
        // as it should
      }
    }
  }
}
