package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills a process in the middle of writes and looks for every operation that was acknowledged, for
 * each engine and each promise that it keeps; an engine that promises nothing has nothing to show.
 */
final class CrashIT {
  /** How often each is killed: few times in a build, many at night. */
  private static final int KILLS = Integer.getInteger("storagebench.kills", 3);

  /** Only this engine, to look closer at it. */
  private static final String ONLY = System.getProperty("storagebench.kills.engine", "");

  private static final int MAX_WRITES = 2000;
  private static final int MAX_SYNCED_WRITES = 100;

  @TempDir private Path folder;

  static Stream<Arguments> promises() {
    return Engines.all().stream()
        .filter(engine -> engine.capabilities().storesValues())
        .filter(engine -> ONLY.isEmpty() || engine.name().equals(ONLY))
        .flatMap(
            engine ->
                Stream.of(Durability.PROCESS, Durability.SYNC)
                    .filter(promise -> engine.capabilities().durabilities().contains(promise))
                    .map(promise -> Arguments.of(engine.name(), promise)));
  }

  @ParameterizedTest
  @MethodSource("promises")
  void acknowledgedWritesSurviveKillMinusNine(String name, Durability promise) throws Exception {
    StorageEngine engine = Engines.named(name);
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, name + " cannot run here: " + unsupported.message());
    }
    int most = promise == Durability.SYNC ? MAX_SYNCED_WRITES : MAX_WRITES;
    for (int kill = 0; kill < KILLS; kill++) {
      Path store = Files.createDirectory(folder.resolve("store-" + kill));
      // Twice the same store: the second time it has been recovered before.
      for (int time = 0; time < 2; time++) {
        verify(engine, store, promise, writeUntilKilled(name, store, promise, false, most));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("promises")
  void aBatchSurvivesKillMinusNineAsAWholeOrNotAtAll(String name, Durability promise)
      throws Exception {
    StorageEngine engine = Engines.named(name);
    assumeTrue(engine.availability() instanceof Availability.Available, name + " cannot run here");
    assumeTrue(engine.capabilities().batches(), name + " has no batches");
    int most = (promise == Durability.SYNC ? MAX_SYNCED_WRITES : MAX_WRITES) / 4;
    Path store = Files.createDirectory(folder.resolve("batches"));
    for (int kill = 0; kill < KILLS; kill++) {
      int[] acknowledged = writeUntilKilled(name, store, promise, true, most);
      try (KeyValueStore open = engine.open(store, KilledWriter.settings(promise));
          Session session = open.session()) {
        for (int thread = 0; thread < acknowledged.length; thread++) {
          verifyBatches(session, thread, acknowledged[thread]);
        }
      }
    }
  }

  /**
   * Looks at the batch in each slot of a thread: the last acknowledged one, or a later one whose
   * acknowledgement was cut off. Where this process did not come to write, there is nothing or what
   * an earlier one left.
   */
  private static void verifyBatches(Session session, int thread, int last) {
    for (int slot = 0; slot < KilledWriter.SLOTS; slot++) {
      Set<Optional<String>> found = new HashSet<>();
      for (int part = 0; part < KilledWriter.PARTS; part++) {
        found.add(read(session, KilledWriter.batchKey(thread, slot, part)));
      }
      assertThat(found).as("slot %d of thread %d", slot, thread).hasSize(1);
      int due = last - Math.floorMod(last - slot, KilledWriter.SLOTS);
      if (due >= 0) {
        assertThat(found.iterator().next())
            .as("slot %d of thread %d, of which %d was acknowledged last", slot, thread, last)
            .isIn(
                Optional.of(KilledWriter.batchValue(due)),
                Optional.of(KilledWriter.batchValue(due + KilledWriter.SLOTS)));
      }
    }
  }

  private static Optional<String> read(Session session, String key) {
    ByteBuffer into = ByteBuffer.allocateDirect(4096);
    return session.get(KilledWriter.direct(key), into) == Session.MISSING
        ? Optional.empty()
        : Optional.of(StandardCharsets.UTF_8.decode(into).toString());
  }

  /** Returns the last acknowledged number of each thread, -1 where there is none. */
  private int[] writeUntilKilled(
      String engine, Path store, Durability promise, boolean batches, int mostWrites)
      throws IOException {
    List<String> command =
        KilledWriter.java(
            KilledWriter.class,
            engine,
            store.toString(),
            promise.name(),
            Boolean.toString(batches));
    Path errors = folder.resolve("errors.txt");
    Process writer = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    int writes = ThreadLocalRandom.current().nextInt(1, mostWrites);
    int[] last = new int[KilledWriter.THREADS];
    Arrays.fill(last, -1);
    int seen = 0;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        last[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
        if (++seen == writes) {
          // Not through the process, which would close our end of the pipe as well.
          writer.toHandle().destroyForcibly();
        }
      }
    }
    assertThat(seen)
        .as("acknowledged; the writer says: %s", Files.readString(errors))
        .isGreaterThanOrEqualTo(writes);
    return last;
  }

  private static void verify(
      StorageEngine engine, Path folder, Durability promise, int[] acknowledged) {
    try (KeyValueStore store = engine.open(folder, KilledWriter.settings(promise));
        Session session = store.session()) {
      for (int thread = 0; thread < acknowledged.length; thread++) {
        int last = acknowledged[thread];
        for (int i = Math.max(0, last - KilledWriter.KEYS + 1); i <= last; i++) {
          Optional<String> found = read(session, KilledWriter.key(thread, i));
          boolean mayBeReplaced = i == last + 1 - KilledWriter.KEYS;
          assertThat(found)
              .as("operation %d of thread %d, of which %d was acknowledged last", i, thread, last)
              .isIn(
                  mayBeReplaced
                      ? Set.of(
                          KilledWriter.value(thread, i),
                          KilledWriter.value(thread, i + KilledWriter.KEYS))
                      : Set.of(KilledWriter.value(thread, i)));
        }
      }
    }
  }
}
