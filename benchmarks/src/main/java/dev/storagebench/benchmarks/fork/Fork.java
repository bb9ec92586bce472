package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
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
import java.util.OptionalLong;
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

  /**
   * Its command line but for main class and arguments.
   *
   * @param launcher words before the JVM
   * @param java the JVM
   */
  private record Command(
      List<String> launcher, String java, List<String> flags, String classPath) {}

  private final Path folder;
  private final Command command;
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
    List<String> launcher =
        new ArrayList<>(ForkFlags.prefix(Allocator.of(plan.cell().candidate())));
    launcher.addAll(before);
    if (group != null && memory != null && memory.serverLauncher().isEmpty()) {
      launcher.addAll(0, group.launcher());
    }
    ClassPath path = ClassPath.of(plan.cell().candidate());
    List<String> flags = new ArrayList<>(ForkFlags.jvm(more, heap));
    flags.addAll(ForkFlags.properties());
    flags.add(ForkPlan.flag(folder));
    flags.add("-D" + TemporaryFolder.PROPERTY + "=" + folder);
    String java = Jdk.java(plan.cell().candidate());
    if (memory != null) {
      // Of which each may take 29 MB for a moment: one of either kind.
      flags.add("-XX:CICompilerCount=2");
    }
    if (memory == null && java.equals(ProcessMark.JAVA)) {
      // Within a limit, the pages of the archive would be counted by chance.
      flags.addAll(ClassArchive.flags(path, more));
    }
    if (plan.cell().candidate().hasVirtualThreads()) {
      flags.add(Jdk.virtualThreads(java));
    }
    flags.addAll(more);
    command = new Command(launcher, java, flags, path.text());
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
    OptionalLong memory = settings.memoryBytes(plan.data());
    if (memory.isEmpty()) {
      return new Fork(plan, heap, limit, null, launcher, hinted(more));
    }
    MemoryLimiter limiter = limiter();
    long bytes = memory.getAsLong();
    boolean loads = cell.initialState() == InitialState.EMPTY;
    heap.requireRoom(bytes, loads && !can.isServer());
    long connections = can.server().connectionBytes() * threads;
    MemoryLimiter.Group group =
        limiter.create(
            can.isServer()
                ? bytes + ForkMemory.SERVER_START_BYTES + connections
                : bytes + heap.bytes() + KeyTable.bytes(plan.data()) + ROOM_TO_START_BYTES);
    ForkMemory.Limit limited =
        new ForkMemory.Limit(
            limiter.name(),
            bytes,
            heap.cacheBytes(),
            connections,
            can.isServer() ? group.launcher() : List.of());
    return new Fork(plan.with(limited), heap, limit, group, launcher, hinted(more));
  }

  /** With JMH's hints to the compiler: without them what reads return might be optimized away. */
  private static List<String> hinted(List<String> more) {
    List<String> flags = new ArrayList<>(more);
    CompilerHints.addCompilerHints(flags);
    return flags;
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

  /**
   * Finds what limits memory on this machine.
   *
   * @throws UnsupportedSettingException if nothing does, with the reasons
   */
  public static MemoryLimiter limiter() {
    return MemoryLimiter.best()
        .orElseThrow(
            () ->
                new UnsupportedSettingException(
                    "memory cannot be limited on this machine: " + MemoryLimiter.reasons()));
  }

  /** Its own, also for temporary files. */
  public Path folder() {
    return folder;
  }

  /** The watch over it, which begins when it is first asked for. */
  public synchronized ForkWatch watch() {
    if (watch == null) {
      String mark = ForkPlan.flag(folder);
      watch = ForkWatch.start(() -> Orphans.child(mark), limit);
    }
    return watch;
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
    List<String> words = new ArrayList<>(command.launcher());
    words.add(command.java());
    words.addAll(command.flags());
    words.addAll(List.of("-cp", command.classPath(), main.getName()));
    ProcessBuilder builder = new ProcessBuilder(words);
    Orphans.mark(builder.environment(), ForkPlan.flag(folder));
    ForkProcess process = new ForkProcess(builder.start(), lines);
    watch();
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
    watch().close();
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
