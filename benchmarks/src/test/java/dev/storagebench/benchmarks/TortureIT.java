package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.Program;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Runs under random faults, each resumed until it is complete: nothing is lost, nothing repeated,
 * nothing left behind.
 *
 * <p>{@code -Dstoragebench.torture.faults=300} sets how many, {@code -Dstoragebench.torture.kinds}
 * which ({@link Fault}); {@code -Dstoragebench.torture.seed} repeats the run that a failure names.
 */
class TortureIT {
  private static final int FAULTS = Integer.getInteger("storagebench.torture.faults", 30);
  private static final int FAULTS_PER_RUN = 17;
  private static final long SEED = Long.getLong("storagebench.torture.seed", 1);
  private static final String KINDS = System.getProperty("storagebench.torture.kinds", "");

  private static final String SUITE =
      """
      name: torture
      title: Under faults
      candidates: [%s, {engine: noop, rounds: 1}]
      conditions: {dataset: "reviews:records=200", threads: 1, steadyWithin: 0%s}
      workloads: {write: RandomWrite}
      timing: {rounds: 2, iterations: 1, warmUp: 50ms, measure: 100ms}
      """;

  @TempDir private Path folder;

  @Test
  void embeddedEngines() throws Exception {
    String[] mount = {"mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", folder.toString()};
    boolean mounted = Program.succeeds(mount);
    try {
      torture("rocksdb, lmdb", "", mounted ? Fault.FILL_DISK : Fault.PAUSE_FORK);
    } finally {
      if (mounted) {
        Program.succeeds("umount", "--lazy", folder.toString());
      }
    }
    // The other faults have passed; where these can be made, it is to be run again.
    assumeTrue(mounted, "no disk was filled: a small file system cannot be mounted here");
    assumeTrue(isolates(), "no run in another PID namespace: none can be made here");
  }

  @Test
  @Tag("nightly")
  void embeddedEnginesThatHang() throws Exception {
    torture("lmdb, sqlite", "", Fault.HANG_FORK);
  }

  @Test
  @Tag("nightly")
  void embeddedEnginesWithALimitOfMemory() throws Exception {
    assumeTrue(MemoryLimiter.best().isPresent(), () -> "no limit here: " + MemoryLimiter.reasons());
    torture("lmdb", ", memory: 64m", Fault.PAUSE_FORK);
  }

  @Test
  @Tag("nightly")
  void sqlServers() throws Exception {
    String server =
        Stream.of("mariadb", "mysql")
            .filter(each -> Engines.named(each).availability() instanceof Availability.Available)
            .findFirst()
            .orElse("");
    assumeTrue(!server.isEmpty(), "neither MariaDB nor MySQL runs here");
    torture(server, "", Fault.KILL_SERVER);
  }

  /** The faults that every run can be struck by, and one more. */
  private static List<Fault> kinds(Fault more) {
    if (!KINDS.isEmpty()) {
      return Fault.named(KINDS);
    }
    Set<Fault> kinds =
        EnumSet.complementOf(EnumSet.of(Fault.KILL_SERVER, Fault.HANG_FORK, Fault.FILL_DISK));
    kinds.add(more);
    if (!isolates()) {
      kinds.remove(Fault.FOREIGN_NAMESPACE);
    }
    return List.copyOf(kinds);
  }

  private static boolean isolates() {
    return Program.succeeds(
        Stream.concat(LiveFaults.NAMESPACE.stream(), Stream.of("true")).toArray(String[]::new));
  }

  private void torture(String candidates, String conditions, Fault more) throws Exception {
    long start = System.nanoTime();
    TortureWorld world = TortureWorld.of(folder, SUITE.formatted(candidates, conditions));
    List<Fault> kinds = kinds(more);
    Set<Path> groups = world.groups();
    Finished undisturbed = world.run("run");
    assertThat(undisturbed.exitCode()).as(undisturbed.out()).isZero();
    System.out.printf("an undisturbed run: %.1f s%n", (System.nanoTime() - start) / 1e9);
    Map<String, JsonNode> cells = world.cells("run");
    Set<String> files = world.files("run");
    Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    int failed = 0;
    int runs = 0;
    for (long seed = SEED; sum(struck) < FAULTS; seed++) {
      String name = "run-" + seed;
      int max = Math.min(FAULTS - sum(struck), FAULTS_PER_RUN);
      TorturedRun run = new TorturedRun(world, cells, kinds, max, name, seed);
      try {
        failed += run.torture();
        TortureWorld.awaitEmpty("processes left", () -> Set.copyOf(world.processes()));
        TortureWorld.awaitEmpty("groups left", () -> less(world.groups(), groups));
        TortureWorld.awaitEmpty("files left", () -> less(world.files(name), files));
      } catch (Exception | AssertionError e) {
        String failure =
            "-Dstoragebench.torture.seed=%d: %s%n%s".formatted(seed, e.getMessage(), run.story());
        // Now, because the other tests may take an hour.
        System.out.println(failure);
        throw new AssertionError(failure, e);
      }
      run.struck().forEach((fault, times) -> struck.merge(fault, times, Integer::sum));
      runs++;
    }
    System.out.printf(
        "%d faults (%s) from seed %d in %d runs of %d cells, %.0f s: lost 0, repeated 0, left behind 0; %d cells failed, each by its fault%n",
        sum(struck),
        struck.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", ")),
        SEED,
        runs,
        cells.size(),
        (System.nanoTime() - start) / 1e9,
        failed);
  }

  private static int sum(Map<Fault, Integer> struck) {
    return struck.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static <T> Set<T> less(Set<T> all, Set<T> known) {
    Set<T> left = new HashSet<>(all);
    left.removeAll(known);
    return left;
  }
}
