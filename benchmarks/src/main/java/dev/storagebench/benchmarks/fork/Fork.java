package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.Allocator;
import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workspace.TemporaryFolder;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * A JVM of ours, from its plan to its end: its command line, its folder, the control group that
 * limits its memory, the watch over it, and what it leaves. Its libraries and crashes do not affect
 * the host.
 */
public final class Fork implements AutoCloseable {
  // The JVM without its heap, and the value pool; before the fork measures itself.
  private static final long ROOM_TO_START_BYTES = 192L << 20;

  private final Path folder;
  // Its command line but for the main class.
  private final List<String> command = new ArrayList<>();
  private final Duration limit;
  private final ForkMemory.@Nullable Limit memory;
  private final MemoryLimiter.@Nullable Group group;
  private final Thread atExit = new Thread(this::closeGroup, "close-memory-group");
  private @Nullable ForkWatch watch;
  private long kills;
  private boolean closed;

  private Fork(
      ForkPlan plan,
      ForkHeap heap,
      Duration limit,
      MemoryLimiter.@Nullable Group group,
      List<String> before,
      List<String> more)
      throws IOException {
    this.limit = limit;
    this.memory = plan.memory();
    this.group = group;
    if (group != null) {
      Runtime.getRuntime().addShutdownHook(atExit);
    }
    folder = TemporaryFolder.create("f");
    plan.write(folder);
    Candidate candidate = plan.cell().candidate();
    if (group != null && memory != null && memory.serverLauncher().isEmpty()) {
      command.addAll(group.launcher());
    }
    command.addAll(ForkFlags.prefix(Allocator.of(candidate)));
    command.addAll(before);
    String java = Jdk.java(candidate);
    command.add(java);
    command.addAll(ForkFlags.jvm(more, heap));
    command.addAll(ForkFlags.properties());
    command.add(ForkPlan.flag(folder));
    command.add("-D" + TemporaryFolder.PROPERTY + "=" + folder);
    ClassPath path = ClassPath.of(candidate);
    if (memory != null) {
      // Of which each may take 29 MB for a moment: one of either kind.
      command.add("-XX:CICompilerCount=2");
    } else if (java.equals(ProcessMark.JAVA)) {
      // Within a limit, the pages of the archive would be counted by chance.
      command.addAll(ClassArchive.flags(path, more));
    }
    if (candidate.hasVirtualThreads()) {
      command.add(Jdk.virtualThreads(java));
    }
    command.addAll(more);
    command.addAll(List.of("-cp", path.text()));
  }

  /**
   * One that opens a store as its settings say, without a limit of memory.
   *
   * @param more flags of the JVM, beside those that each of ours has
   */
  public static Fork toOpen(ForkPlan plan, List<String> more) throws IOException {
    Parameters settings = plan.cell().parameters();
    return new Fork(
        plan,
        ForkHeap.forLoading(Engines.of(settings.candidate()).capabilities().cache()),
        ForkLimit.ofStore(settings, plan.data()),
        null,
        List.of(),
        more);
  }

  /**
   * One that measures a cell.
   *
   * @param launcher words before the JVM, such as those of a profiler
   * @param more flags of the JVM, beside those that each of ours has
   * @throws UnsupportedSettingException if the limit cannot be enforced here
   */
  public static Fork toMeasure(ForkPlan plan, List<String> launcher, List<String> more)
      throws IOException {
    Cell cell = plan.cell();
    Parameters settings = cell.parameters();
    Capabilities can = Engines.of(cell.candidate()).capabilities();
    int threads = cell.threads() * cell.clients();
    ForkHeap heap = ForkHeap.of(can.cache(), settings.engineSettings(plan.data(), can), threads);
    int atOnce = Workloads.named(cell.benchmark()).recordsAtOnce(settings);
    if (atOnce > 1) {
      heap = heap.holding((long) cell.threads() * atOnce, plan.data());
    }
    Duration limit = ForkLimit.of(cell, plan.data());
    // Without JMH's hints to the compiler, what reads return might be optimized away.
    List<String> flags = new ArrayList<>(more);
    CompilerHints.addCompilerHints(flags);
    Optional<Long> memory = settings.memoryBytes(plan.data());
    if (memory.isEmpty()) {
      return new Fork(plan, heap, limit, null, launcher, flags);
    }
    MemoryLimiter limiter =
        MemoryLimiter.best()
            .orElseThrow(
                () ->
                    new UnsupportedSettingException(
                        "memory cannot be limited on this machine: " + MemoryLimiter.reasons()));
    long bytes = memory.get();
    boolean loads = cell.initialState() == InitialState.EMPTY;
    heap.requireRoom(bytes, loads && !can.isServer());
    long connections = can.server().connectionBytes() * threads;
    long toStart = heap.bytes() + KeyTable.bytes(plan.data()) + ROOM_TO_START_BYTES;
    // Another JVM may write to a store before it is opened, and is killed.
    int jvms = cell.initialState() == InitialState.CLOSED ? 2 : 1;
    MemoryLimiter.Group group =
        limiter.create(
            can.isServer()
                ? bytes + ForkMemory.SERVER_START_BYTES + connections
                : bytes + jvms * toStart);
    ForkMemory.Limit limited =
        new ForkMemory.Limit(
            limiter.name(),
            bytes,
            heap.cacheBytes(),
            connections,
            can.isServer() ? group.launcher() : List.of());
    return new Fork(plan.with(limited), heap, limit, group, launcher, flags);
  }

  /** Memory that a fork occupies at most: its heap, its cache, what its limit allows. */
  public static long room(Cell cell, PackedSummary data) {
    Parameters settings = cell.parameters();
    Capabilities can = Engines.of(cell.candidate()).capabilities();
    EngineSettings asked = settings.engineSettings(data, can);
    ForkHeap heap = ForkHeap.of(can.cache(), asked, cell.threads());
    return ROOM_TO_START_BYTES
        + heap.bytes()
        + settings
            .memoryBytes(data)
            .orElse(asked.cacheBytes() + (can.isServer() ? ForkMemory.SERVER_START_BYTES : 0));
  }

  /** Its own, also for temporary files. */
  public Path folder() {
    return folder;
  }

  /** The watch over it, which begins with it. */
  public ForkWatch watch() {
    return Objects.requireNonNull(watch, "the fork is not started");
  }

  /** The report that it has left; null if it has left none. */
  public @Nullable CellReport report() {
    return CellReport.read(ForkPlan.report(folder));
  }

  /**
   * Starts it.
   *
   * @param main has the main method
   * @param lines is called with each line that it prints
   */
  public ForkProcess start(Class<?> main, Consumer<String> lines) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(main.getName());
    ProcessBuilder builder = new ProcessBuilder(words);
    Orphans.mark(builder.environment(), ProcessMark.self(), ForkPlan.flag(folder));
    ForkProcess process = new ForkProcess(builder.start(), lines);
    watch = new ForkWatch(process.handle(), limit, ForkWatch.PERIOD);
    return process;
  }

  /**
   * Starts it and waits for its end.
   *
   * @param main calls {@link ForkWork#run}
   * @param lines is called with each line that it prints
   * @return its report, or how it died
   */
  public CellReport run(Class<?> main, Consumer<String> lines) throws IOException {
    ForkProcess process = start(main, lines);
    try {
      int exit = process.awaitEnd();
      watch().close();
      if (watch().hang() != null) {
        return CellReport.of(Problem.failed(watch().hang()));
      }
      CellReport left = report();
      return left != null
          ? left
          : CellReport.of(Problem.failed(ForkDeath.explain(exit, process.lastError())));
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + main.getSimpleName(), e);
    }
  }

  /** A message if the limit killed it or its server; else null. */
  public synchronized @Nullable String outOfMemory() {
    if (group != null && !closed) {
      kills = group.kills();
    }
    return kills == 0 || memory == null
        ? null
        : "out of memory at %s: the kernel killed a process of the cell; raise the memory limit, or reduce the engine's cache and write buffer (-p cache=, -p writeBuffer=)"
            .formatted(Figures.size((double) memory.bytes()));
  }

  /** Kills what it has started and what is left in the group, and removes it and the folder. */
  @Override
  public void close() throws IOException {
    if (watch != null) {
      watch.close();
    }
    Orphans.endChildren(ForkPlan.flag(folder));
    closeGroup();
    StoreFolder.delete(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // It then runs, or has run, as well.
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
    } catch (IOException busy) {
      // A process in it that the kernel cannot end yet; the next run removes it.
    }
  }
}
