package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.CellSettings;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The environment of one fork: its command line and the control group that limits its memory. */
public final class ForkSetup implements AutoCloseable {
  // The JVM without its heap, and the value pool; before the fork measures itself.
  private static final long ROOM_TO_START_BYTES = 192L << 20;

  /**
   * What JMH adds to a fork's command line.
   *
   * @param launcher words before the JVM
   * @param flags words between the JVM and its main class
   */
  public record Command(List<String> launcher, List<String> flags) {
    public Command {
      launcher = List.copyOf(launcher);
      flags = List.copyOf(flags);
    }

    public Command with(List<String> more) {
      return new Command(launcher, Stream.concat(flags.stream(), more.stream()).toList());
    }
  }

  private final Command command;
  private final MemoryLimiter.@Nullable Group group;
  private final OptionalLong memoryBytes;
  private long kills;
  private boolean closed;

  private final Thread atExit = new Thread(this::closeGroup, "close-memory-group");

  private ForkSetup(
      Command command, MemoryLimiter.@Nullable Group group, OptionalLong memoryBytes) {
    this.command = command;
    this.group = group;
    this.memoryBytes = memoryBytes;
    if (group != null) {
      Runtime.getRuntime().addShutdownHook(atExit);
    }
  }

  /**
   * Prepares it.
   *
   * @param given the user's own flags of the JVM
   * @param round the repetition, from 0
   * @param report where the fork leaves its report, in its folder for temporary files
   * @throws UnsupportedSettingException if the limit cannot be enforced here
   */
  public static ForkSetup of(
      CellSettings settings,
      PackedSummary data,
      int threads,
      Collection<String> given,
      int round,
      Path report)
      throws IOException {
    Capabilities can = Engines.of(settings.candidate()).capabilities();
    EngineSettings engine = settings.engineSettings(data, can);
    ForkHeap heap = ForkHeap.of(can.cache(), engine, threads);
    List<String> launcher = new ArrayList<>(ForkFlags.prefix());
    List<String> flags = new ArrayList<>(ForkFlags.jvm(given, heap));
    flags.addAll(ForkFlags.reporting(report));
    flags.add("-D" + CellReport.ROUND_PROPERTY + "=" + round);
    OptionalLong memory = settings.memoryBytes(data);
    if (memory.isEmpty()) {
      // Within a limit, the pages of the archive would be counted by chance.
      flags.addAll(ClassArchive.flags(ClassPath.of(settings.candidate()), given));
      return new ForkSetup(new Command(launcher, flags), null, memory);
    }
    MemoryLimiter limiter = limiter();
    long bytes = memory.getAsLong();
    boolean server = can.isServer();
    long overhead = can.server().overheadBytes(threads);
    MemoryLimiter.Group group =
        limiter.create(
            server
                ? bytes + overhead
                : bytes + heap.bytes() + KeyTable.bytes(data) + ROOM_TO_START_BYTES);
    if (server) {
      flags.add(
          "-D" + ForkMemory.SERVER_LAUNCHER_PROPERTY + "=" + String.join("\n", group.launcher()));
    } else {
      launcher.addAll(0, group.launcher());
    }
    flags.add("-D" + ForkMemory.LIMITER_PROPERTY + "=" + limiter.name());
    flags.add("-D" + ForkMemory.BYTES_PROPERTY + "=" + bytes);
    flags.add("-D" + ForkMemory.SERVER_PROPERTY + "=" + server);
    flags.add("-D" + ForkMemory.OVERHEAD_PROPERTY + "=" + overhead);
    flags.add("-D" + ForkMemory.HEAP_CACHE_PROPERTY + "=" + heap.cacheBytes());
    return new ForkSetup(new Command(launcher, flags), group, memory);
  }

  /**
   * The environment or, where the limit cannot be enforced, one for a fork that reports the
   * problem.
   *
   * @param known why the cell cannot run; null if nothing is known against it
   * @param data null if the data cannot be read, which the fork will say
   */
  public static ForkSetup orProblem(
      @Nullable Problem known,
      CellSettings settings,
      @Nullable PackedSummary data,
      int threads,
      Collection<String> given,
      int round,
      Path report)
      throws IOException {
    Problem problem = known;
    if (data != null && known == null) {
      try {
        return of(settings, data, threads, given, round, report);
      } catch (UnsupportedSettingException e) {
        problem = Problem.of(e);
      }
    }
    List<String> flags = new ArrayList<>(ForkFlags.jvm(given, ForkHeap.FOR_LOADING));
    flags.addAll(ForkFlags.reporting(report));
    if (problem != null) {
      flags.add(problem.flag());
    }
    return new ForkSetup(new Command(ForkFlags.prefix(), flags), null, OptionalLong.empty());
  }

  private static MemoryLimiter limiter() {
    return MemoryLimiter.best()
        .orElseThrow(
            () ->
                new UnsupportedSettingException(
                    "memory cannot be limited on this machine: "
                        + MemoryLimiter.reasons().entrySet().stream()
                            .map(each -> each.getKey() + ": " + each.getValue())
                            .collect(Collectors.joining("; "))));
  }

  public Command command() {
    return command;
  }

  /** A message if the limit killed the fork or its server; else null. */
  @Nullable
  public synchronized String outOfMemory() {
    if (group != null && !closed) {
      kills = group.kills();
    }
    return kills == 0
        ? null
        : "out of memory at %s: the kernel killed a process of the cell; raise the memory limit, or reduce the engine's cache and write buffer (-p cache=, -p writeBuffer=)"
            .formatted(Figures.size((double) memoryBytes.orElseThrow()));
  }

  /** Kills what is left in the group, and removes it. */
  @Override
  public void close() {
    if (group != null) {
      closeGroup();
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException exiting) {
        // It then runs, or has run, as well.
        return;
      }
    }
  }

  /** Counts kills before the group is gone; two threads may end a run at the same time. */
  private synchronized void closeGroup() {
    if (group == null || closed) {
      return;
    }
    kills = group.kills();
    closed = true;
    try {
      group.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the group " + group, e);
    }
  }
}
