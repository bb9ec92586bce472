package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.process.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Faults that strike a run at work, each at a random moment. */
final class LiveFaults {
  /** Begins the command line of a process that sees no others. */
  static final List<String> NAMESPACE =
      List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");

  private static final int MAX_MOMENT_MILLIS = 600;
  private static final int MAX_PAUSE_MILLIS = 400;
  private static final int HUNG_WITHIN_MINUTES = 5;

  private final TortureWorld world;
  private final String run;
  private final Random random;
  private final int cells;
  private final Map<Process, Path> beside = new LinkedHashMap<>();
  private int othersBegun;
  private int excused;

  /**
   * Faults of a run.
   *
   * @param cells the number of its cells
   */
  LiveFaults(TortureWorld world, String run, Random random, int cells) {
    this.world = world;
    this.run = run;
    this.random = random;
    this.cells = cells;
  }

  /** How many cells these faults may have failed, at most. */
  int excused() {
    return excused;
  }

  /** The runs that were started beside it, with their output. */
  Map<Process, Path> beside() {
    return beside;
  }

  /** Strikes a part of the run, if it can; says how. */
  Optional<String> strike(Fault fault, Process part) throws Exception {
    return switch (fault) {
      case KILL_RUN -> {
        // In a namespace, the process that made it is its parent.
        part.descendants().filter(LiveFaults::isHost).forEach(ProcessHandle::destroyForcibly);
        part.destroyForcibly();
        yield Optional.of("after %d lines".formatted(world.lines(run).size()));
      }
      case KILL_FORK -> find(part, LiveFaults::isFork).flatMap(this::killFork);
      case KILL_SERVER -> {
        Optional<ProcessHandle> server = find(part, LiveFaults::isServer);
        // Its own cell, or those of the store that is being loaded.
        excused += cells;
        yield server.filter(ProcessHandle::destroyForcibly).map(LiveFaults::pid);
      }
      case PAUSE_FORK -> {
        Optional<ProcessHandle> fork = find(part, LiveFaults::isFork);
        int millis = random.nextInt(MAX_PAUSE_MILLIS);
        if (fork.isEmpty() || !Signal.STOP.send(fork.get())) {
          yield Optional.empty();
        }
        Thread.sleep(millis);
        Signal.CONT.send(fork.get());
        yield Optional.of("%s for %d ms".formatted(pid(fork.get()), millis));
      }
      case HANG_FORK -> {
        Optional<ProcessHandle> fork = find(part, LiveFaults::isFork);
        if (fork.isEmpty() || !Signal.STOP.send(fork.get())) {
          yield Optional.empty();
        }
        excused += lost(fork.get());
        // Nothing else can happen until somebody notices.
        fork.get().onExit().get(HUNG_WITHIN_MINUTES, TimeUnit.MINUTES);
        yield Optional.of(pid(fork.get()));
      }
      case FILL_DISK -> Optional.of(fillDisk());
      case SECOND_RUN -> Optional.of(secondRun(part));
      case FOREIGN_NAMESPACE -> Optional.of(startBeside(NAMESPACE));
      default -> throw new IllegalArgumentException(fault + " strikes between two parts");
    };
  }

  private Optional<String> killFork(ProcessHandle fork) {
    int lost = lost(fork);
    if (!fork.destroyForcibly()) {
      return Optional.empty();
    }
    excused += lost;
    return Optional.of(pid(fork));
  }

  /** How many cells fail with a JVM: all those of a store that cannot be loaded. */
  private int lost(ProcessHandle fork) {
    return command(fork).contains(".MeasuringProcess") ? 1 : cells;
  }

  private String fillDisk() throws Exception {
    int millis = 200 + random.nextInt(1_500);
    excused += cells;
    Path filler = world.folder().resolve("filler");
    try (OutputStream file = Files.newOutputStream(filler)) {
      byte[] block = new byte[1 << 16];
      while (true) {
        file.write(block);
      }
    } catch (IOException full) {
      Thread.sleep(millis);
    }
    Files.delete(filler);
    return "for %d ms".formatted(millis);
  }

  private String secondRun(Process part) throws Exception {
    if (random.nextBoolean()) {
      return startBeside(List.of());
    }
    boolean begun = Files.exists(world.log(run));
    Finished second = world.run(run, begun ? new String[] {"--resume"} : new String[0]);
    // Where the first one has ended meanwhile, it has gone on with it.
    if (part.isAlive()) {
      assertThat(second.exitCode()).as(second.out()).isEqualTo(1);
      // The first one may have made its folder meanwhile, before the first line.
      assertThat(second.out())
          .containsPattern("another run is using" + (begun ? "" : "|already holds a run"))
          .doesNotContain("\tat ");
    }
    return "of the same, exit code " + second.exitCode();
  }

  private String startBeside(List<String> launcher) throws IOException {
    String other = "%s-beside-%d".formatted(run, othersBegun++);
    Path out = world.folder().resolve(other + ".out");
    beside.put(world.start(launcher, out, other, "--engines", "noop", "--no-wait"), out);
    return "beside";
  }

  /** A process of the run, at a random moment of its life. */
  private Optional<ProcessHandle> find(Process part, Predicate<ProcessHandle> which)
      throws InterruptedException {
    int millis = random.nextInt(MAX_MOMENT_MILLIS);
    while (part.isAlive()) {
      if (part.descendants().anyMatch(which)) {
        Thread.sleep(millis);
        return part.descendants().filter(which).findAny();
      }
      Thread.sleep(5);
    }
    return Optional.empty();
  }

  private static String pid(ProcessHandle process) {
    return Long.toString(process.pid());
  }

  private static String command(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", pid(process), "cmdline");
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }

  private static boolean isHost(ProcessHandle process) {
    return command(process).contains("-jar ");
  }

  private static boolean isFork(ProcessHandle process) {
    return Stream.of(".MeasuringProcess", ".StoreLoaderProcess")
        .anyMatch(command(process)::contains);
  }

  private static boolean isServer(ProcessHandle process) {
    String program = command(process).split(" ", 2)[0];
    return program.endsWith("/mysqld") || program.endsWith("/mariadbd");
  }
}
