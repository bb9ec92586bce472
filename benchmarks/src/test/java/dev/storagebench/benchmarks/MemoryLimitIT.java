package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Limits of memory from start to end, as a user asks for them. */
class MemoryLimitIT {
  private static final List<String> SMALL =
      List.of(
          "suite",
          "movies",
          "--records",
          "60000",
          "--workloads",
          "read",
          "--steady-within",
          "0",
          "--warm-up",
          "0",
          "--seconds",
          "0.1",
          "--out",
          "run");

  @TempDir private Path folder;

  @BeforeEach
  void needsALimiter() {
    assumeTrue(MemoryLimiter.best().isPresent(), () -> "no limit here: " + MemoryLimiter.reasons());
  }

  private Finished run(String... more) throws Exception {
    return new Jar(folder)
        .run(Stream.concat(SMALL.stream(), Arrays.stream(more)).toArray(String[]::new));
  }

  @Test
  void theResultProvesTheLimit() throws Exception {
    Finished finished = run("--memory", "scarce", "--engines", "rocksdb,lmdb");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("Proof of the limits", "memory.limit");
    // Reached before the first operation: so little is read that it would not be reached later.
    assertThat(finished.out()).doesNotContain("limit was not binding");
    for (JsonNode cell : new Jar(folder).cells("run")) {
      JsonNode memory = cell.get("report").get("memory");
      long engine = memory.get("engineBytes").asLong();
      long harness = memory.get("harnessBytes").asLong();
      long limit = memory.get("limitBytes").asLong();
      assertThat(limit).isBetween(engine + harness - 4096, engine + harness);
      assertThat(memory.get("peakBytes").asLong()).isLessThanOrEqualTo(limit);
      // Version 1 does not count them.
      if (!memory.get("limiter").asString().equals("cgroup-v1")) {
        assertThat(memory.get("atEnd").get("limitHits").asLong()).isPositive();
      }
      assertThat(harness).isBetween(32L << 20, 200L << 20);
      assertThat(memory.get("kills").asInt()).isZero();
    }
    JsonNode read =
        new Jar(folder)
            .cells("run").stream()
                .filter(cell -> cell.get("cell").get("benchmark").asString().equals("PointRead"))
                .findFirst()
                .orElseThrow();
    assertThat(read.get("secondary"))
        .extracting(score -> score.get("name").asString())
        .contains("cpu", "majorFaults", "diskRead", "refaults", "pageCache", "anonymous");
  }

  /**
   * The writes are few: RocksDB keeps them all in one memtable, which has to fit the limit too.
   * With 16 MiB a third of the loads were killed: two memtables, batches and blocks to flush.
   */
  @Test
  void aLimitSmallerThanTheEnginesLibraryEvictsNoCode() throws Exception {
    Files.writeString(
        folder.resolve("small.yaml"),
        """
        name: small
        title: A small limit
        candidates: [rocksdb]
        conditions: {dataset: 'reviews:records=30000', memory: 24m, threads: 2, steadyWithin: 0}
        stages:
          load: Load
          beside: {benchmark: ReadWhileWriting, writeRate: 2000}
        timing: {rounds: 1, iterations: 1, warmUp: 100ms, measure: 2s}
        """);
    Finished finished = new Jar(folder).run("suite", "small.yaml", "--out", "run");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      JsonNode memory = cell.get("report").get("memory");
      assertThat(memory.get("codeBytes").asLong()).isGreaterThan(24L << 20);
      assertThat(memory.get("used").get("majorFaults").asLong()).isLessThan(500);
    }
  }

  @Test
  void aLimitThatAnEngineCannotLiveInIsRefusedWithTheLeastThatWorks() throws Exception {
    Finished finished = run("--memory", "4m", "--engines", "je");
    assertThat(finished.out()).contains("memory 4.00MiB is too little", "the least that works is");
  }

  @ParameterizedTest
  @CsvSource({"postgresql, 24", "mysql, 150", "mariadb, 150"})
  void aServerIsGrantedWhatItHoldsOnceItHasStarted(String server, long mib) throws Exception {
    assumeTrue(
        Engines.named(server).availability() instanceof Availability.Available,
        () -> server + ": " + Engines.named(server).availability());
    Finished finished =
        new Jar(folder)
            .run(
                Jar.shortest(
                    "--memory 64m --records 60000 --workloads read --threads 1 --rounds 1 --out run",
                    "--engines",
                    server));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    for (JsonNode cell : new Jar(folder).cells("run")) {
      JsonNode memory = cell.get("report").get("memory");
      assertThat(memory.get("limitBytes").asLong() - memory.get("harnessBytes").asLong())
          .isBetween((64L << 20) - 4096, 64L << 20);
      assertThat(memory.get("harnessBytes").asLong()).isBetween(1L << 20, mib << 20);
    }
  }

  @Test
  void aForkKilledByTheLimitFailsItsCellWithTheReason() throws Exception {
    // A heap that is touched at the start and larger than all that the group may hold.
    Finished finished =
        new Jar(folder)
            .run(
                "PointRead",
                "-p",
                "engine=noop",
                "-p",
                "memory=32m",
                "--dataset",
                "reviews:records=5000",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "1",
                "-jvmArgs",
                "-Xms600m -Xmx600m -XX:+AlwaysPreTouch");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(1);
    assertThat(finished.out())
        .contains("out of memory at 32.0MiB", "-p cache=", "1 of the benchmarks failed");
  }

  @Test
  void theNextStartClearsAwayWhatAKilledRunLeft() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process =
        new Jar(folder)
            .start(
                out,
                "RandomWrite",
                "-p",
                "engine=lmdb",
                "-p",
                "memory=64m",
                "--dataset",
                "reviews:records=20000",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "300");
    ProcessHandle fork;
    String group;
    try {
      fork = awaitFork(process, out);
      group = group(fork);
      assertThat(groupExists(group)).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    Finished next = run("--engines", "lmdb", "--memory", "64m");
    assertThat(next.exitCode()).as(next.out()).isZero();
    assertThat(fork.isAlive()).isFalse();
    assertThat(groupExists(group)).isFalse();
    assertThat(folder.resolve("cache/work")).isEmptyDirectory();
  }

  private ProcessHandle awaitFork(Process process, Path out) throws Exception {
    for (int i = 0; i < 3_000 && process.isAlive(); i++) {
      Optional<ProcessHandle> fork =
          process
              .descendants()
              .filter(each -> each.info().commandLine().orElse("").contains("MeasuringProcess"))
              .findAny();
      if (fork.isPresent() && hasOwnStore()) {
        return fork.get();
      }
      Thread.sleep(20);
    }
    throw new AssertionError("no fork was started: " + Files.readString(out));
  }

  /** Whether a copy of the store has been made for the cell. */
  private boolean hasOwnStore() throws IOException {
    Path work = folder.resolve("cache/work");
    if (!Files.isDirectory(work)) {
      return false;
    }
    try (Stream<Path> stores = Files.list(work)) {
      return stores.findAny().isPresent();
    }
  }

  /** The last part of the name of its group, once its launcher has put it there. */
  private static String group(ProcessHandle fork) throws Exception {
    for (int i = 0; i < 500; i++) {
      for (String line : Files.readAllLines(Path.of("/proc/" + fork.pid() + "/cgroup"))) {
        String name = line.substring(line.lastIndexOf('/') + 1);
        if (name.startsWith("storage-bench-")) {
          return name;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("the fork is in no group of its own");
  }

  private static boolean groupExists(String name) throws IOException {
    Process find = new ProcessBuilder("find", "/sys/fs/cgroup", "-name", name).start();
    return find.getInputStream().readAllBytes().length > 0;
  }
}
