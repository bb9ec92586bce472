package dev.storagebench.benchmarks.fork;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.process.ProcessorTime;
import dev.storagebench.core.process.Program;
import dev.storagebench.core.process.Signal;
import dev.storagebench.core.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches a JVM of ours from outside, while it runs: ends it if it hangs, and notes for how long it
 * was stopped or starved of processor time.
 */
public final class ForkWatch implements AutoCloseable {
  static final Duration PERIOD = Duration.ofMillis(500);
  private static final int LOOK_FOR_CHILDREN_EVERY = 10;
  private static final Duration DUMP_WITHIN = Duration.ofSeconds(10);
  private static final int MAX_FRAMES = 6;
  private static final Pattern WORKER =
      Pattern.compile(
          "\"[^\"\n]*-jmh-worker-\\d+\"[^\n]*\\bnid=(0x[0-9a-f]+|\\d+)[^\n]*\n((?:\\s+.*\n)*)");
  // Otherwise they share the processors with the fork, or leave it enough.
  private static final double OTHERS_SHARE = 0.25;
  private static final double IDLE_SHARE = 0.05;

  private final ProcessHandle fork;
  private final Duration limit;
  private final long periodNanos;
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean resting;
  private volatile boolean rested;
  private double stopped;
  private double starved;
  private @Nullable String hang;
  private String stacks = "";

  /**
   * Starts to watch.
   *
   * @param limit after which it is ended
   * @param period between two looks at it
   */
  ForkWatch(ProcessHandle fork, Duration limit, Duration period) {
    this.fork = fork;
    this.limit = limit;
    this.periodNanos = period.toNanos();
    this.thread = Daemon.start("fork-watch", this::watch);
  }

  private void watch() {
    List<ProcessHandle> family = List.of();
    ProcessorTime load = null;
    long ran = 0;
    long last = System.nanoTime();
    for (int tick = 0; !closed; tick++) {
      LockSupport.parkNanos(periodNanos);
      long passed = System.nanoTime() - last;
      last += passed;
      if (rested) {
        // Between two looks a rival worked.
        rested = resting;
        load = null;
      }
      if (resting) {
        continue;
      }
      if (!fork.isAlive()) {
        return;
      }
      if (family.isEmpty() || tick % LOOK_FOR_CHILDREN_EVERY == 0) {
        family = family();
      }
      // Where this JVM could not run either, the machine or the container was suspended.
      long suspended = Math.max(0, passed - 2 * periodNanos);
      ran += passed - suspended;
      stopped += suspended / 1e9;
      ProcessorTime earlier = load;
      load = ProcessorTime.now(family);
      if (stoppedOf(family).isPresent() && !rested) {
        stopped += (passed - suspended) / 1e9;
      } else if (earlier != null && load != null && earlier.own() > 0) {
        ProcessorTime between = load.since(earlier);
        if (between.othersShare() > OTHERS_SHARE && between.idleShare() < IDLE_SHARE) {
          // A server that has just started is no stranger.
          int known = family.size();
          family = family();
          starved += family.size() > known ? 0 : passed / 1e9;
        }
      }
      if (ran > limit.toNanos()) {
        end();
        return;
      }
    }
  }

  /** Whether a rival works meanwhile: the fork then neither hangs nor wants for processors. */
  public void rests(boolean now) {
    resting = now;
    rested = true;
  }

  private List<ProcessHandle> family() {
    return Stream.concat(fork.descendants(), Stream.of(fork)).toList();
  }

  private void end() {
    List<ProcessHandle> family = family();
    Optional<String> asleep = stoppedOf(family);
    Signal.CONT.send(fork);
    stacks = stacks(fork.pid());
    hang =
        "it hung and was killed: no result within %s, its limit; %s"
            .formatted(
                Figures.duration(limit.toMillis() / 1e3),
                asleep
                    .map(each -> each + " was stopped (SIGSTOP)")
                    .orElseGet(() -> worker(fork.pid(), stacks)));
    family.forEach(ProcessHandle::destroyForcibly);
  }

  private static String stacks(long pid) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      return Program.output(DUMP_WITHIN, jcmd, Long.toString(pid), "Thread.print", "-l").text()
          + "\n";
    } catch (IOException e) {
      return "no thread dump: " + e + "\n";
    }
  }

  /**
   * Describes where the first benchmark thread is: its newest frames, and what it waits for in the
   * kernel.
   */
  private static String worker(long pid, String dump) {
    Matcher worker = WORKER.matcher(dump);
    if (!worker.find()) {
      return "there is no thread dump of a benchmark thread";
    }
    String frames =
        worker
            .group(2)
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("at "))
            .limit(MAX_FRAMES)
            .collect(Collectors.joining(" "));
    String waits = read(task(pid).resolve(Long.decode(worker.group(1)).toString()), "wchan");
    return "a benchmark thread is%s %s"
        .formatted(waits.isEmpty() || waits.equals("0") ? "" : " in the kernel's " + waits, frames);
  }

  private static Path task(long pid) {
    return Path.of("/proc", Long.toString(pid), "task");
  }

  private static String read(Path folder, String file) {
    try {
      return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1).strip();
    } catch (IOException goneOrForbidden) {
      return "";
    }
  }

  /** The first process that is stopped, such as the fork's server. */
  private static Optional<String> stoppedOf(List<ProcessHandle> family) {
    return family.stream()
        .map(ProcessHandle::pid)
        .filter(pid -> state(pid) == 'T')
        .findFirst()
        .map(pid -> "%s (process %d)".formatted(read(task(pid).getParent(), "comm"), pid));
  }

  private static char state(long pid) {
    try {
      return ProcessMark.stat(Long.toString(pid)).get(0).charAt(0);
    } catch (IOException gone) {
      return ' ';
    }
  }

  /** Ends the watch. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Message that it hung, and where; null if it did not. To be called after {@link #close}. */
  public @Nullable String hang() {
    return hang;
  }

  /** The stacks of all threads of a process that hung. */
  public String stacks() {
    return stacks;
  }

  /** For how long it was stopped or starved, if it was; after {@link #close}. */
  public List<Figure> figures() {
    double noticeable = 2e-9 * periodNanos;
    return Stream.of(
            new Figure(CellResult.STOPPED, stopped, "s"),
            new Figure(CellResult.STARVED, starved, "s"))
        .filter(each -> each.value() >= noticeable)
        .toList();
  }
}
