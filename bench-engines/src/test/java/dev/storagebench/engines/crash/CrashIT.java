package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.TestedCandidates;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills a process in the middle of writes and looks for every operation that was acknowledged, for
 * each candidate and each promise that it keeps; of one that promises nothing it is only counted.
 */
final class CrashIT {
  private static final String PROMISES = "dev.storagebench.engines.TestedCandidates#promises";

  /**
   * Each 25th kill of single writes comes after a minute, when engines do what they do by the
   * clock.
   */
  private static final int LATE = 25;

  private static final Duration LATE_AFTER = Duration.ofMinutes(1);

  /** How often each is killed: few times in a build, many at night. */
  private static final int KILLS = Integer.getInteger("storagebench.kills", 3);

  private static final int MAX_WRITES = 2000;
  private static final int MAX_SYNCED_WRITES = 200;

  @TempDir private Path folder;

  /** What kills have cost so far. */
  private final List<String> losses = new ArrayList<>();

  private long acknowledgedOperations;

  /** Looks for what a process wrote; throws an {@link AssertionError} for what is missing. */
  private interface Check {
    void of(Session session, int thread, int lastAcknowledged);
  }

  @ParameterizedTest
  @MethodSource(PROMISES)
  void acknowledgedWritesSurviveKillMinusNine(Candidate candidate, Durability promise)
      throws IOException {
    killOften(candidate, promise, false, CrashIT::verifyWrites);
  }

  @ParameterizedTest
  @MethodSource(PROMISES)
  void aBatchSurvivesKillMinusNineAsAWholeOrNotAtAll(Candidate candidate, Durability promise)
      throws IOException {
    Capabilities capabilities = TestedCandidates.engine(candidate).capabilities();
    assumeTrue(
        capabilities.batches() && capabilities.wholeBatches(),
        candidate + " promises no batches that are whole after a kill");
    killOften(candidate, promise, true, CrashIT::verifyBatches);
  }

  private void killOften(Candidate candidate, Durability promise, boolean batches, Check check)
      throws IOException {
    StorageEngine engine = TestedCandidates.engine(candidate);
    int writes = promise == Durability.SYNC ? MAX_SYNCED_WRITES : MAX_WRITES;
    Path store = folder.resolve("store");
    for (int kill = 0; kill < KILLS; kill++) {
      // Each store twice: the second time it has been recovered before.
      if (kill % 2 == 0) {
        Files.createDirectory(store);
      }
      int leastWrites = ThreadLocalRandom.current().nextInt(1, writes / (batches ? 4 : 1));
      boolean late = !batches && kill % LATE == LATE - 1;
      Duration leastTime = late ? LATE_AFTER : Duration.ZERO;
      int[] last = writeUntilKilled(candidate, store, promise, batches, leastWrites, leastTime);
      lossOf(candidate, store, promise, check, last).ifPresent(losses::add);
      if (kill % 2 == 1) {
        engine.delete(store);
      }
    }
    String proof =
        "%s, durability %s: %d kills, %d writers, %,d acknowledged %s, lost or torn by %d kills"
            .formatted(
                candidate,
                promise,
                KILLS,
                KilledWriter.threads(candidate),
                acknowledgedOperations,
                batches ? "batches" : "puts and deletes",
                losses.size());
    System.out.println(proof);
    assumeTrue(promise != Durability.NONE, proof);
    assertThat(losses).as(proof).isEmpty();
  }

  /** Returns the last acknowledged number of each thread, -1 where there is none. */
  private int[] writeUntilKilled(
      Candidate candidate,
      Path store,
      Durability promise,
      boolean batches,
      int leastWrites,
      Duration leastTime)
      throws IOException {
    List<String> command =
        KilledWriter.java(
            KilledWriter.class,
            candidate.toString(),
            store.toString(),
            promise.name(),
            Boolean.toString(batches));
    Path errors = folder.resolve("errors.txt");
    Process writer = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    long begin = System.nanoTime();
    boolean killed = false;
    int[] last = new int[KilledWriter.threads(candidate)];
    Arrays.fill(last, -1);
    int seen = 0;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.matches("\\d+ \\d+")) {
          // The JVM's, of a crash in native code.
          Files.writeString(
              errors, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
          continue;
        }
        String[] words = line.split(" ", -1);
        last[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
        if (++seen >= leastWrites && !killed && System.nanoTime() - begin >= leastTime.toNanos()) {
          // Not through the process, which would close our end of the pipe as well.
          killed = writer.toHandle().destroyForcibly();
        }
      }
    }
    assertThat(seen)
        .as("acknowledged; the writer says: %s", Files.readString(errors))
        .isGreaterThanOrEqualTo(leastWrites);
    assertThat(killed).as("killed; the writer says: %s", Files.readString(errors)).isTrue();
    acknowledgedOperations += seen;
    return last;
  }

  private static Optional<String> lossOf(
      Candidate candidate, Path folder, Durability promise, Check check, int[] last) {
    try (KeyValueStore store =
            TestedCandidates.open(candidate, folder, KilledWriter.settings(promise));
        Session session = store.session()) {
      for (int thread = 0; thread < last.length; thread++) {
        check.of(session, thread, last[thread]);
      }
      return Optional.empty();
    } catch (AssertionError | EngineException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static void verifyWrites(Session session, int thread, int last) {
    for (int i = Math.max(0, last - KilledWriter.KEYS + 1); i <= last; i++) {
      boolean mayBeReplaced = i == last + 1 - KilledWriter.KEYS;
      assertThat(read(session, KilledWriter.key(thread, i)))
          .as("operation %d of thread %d, of which %d was acknowledged last", i, thread, last)
          .isIn(
              mayBeReplaced
                  ? Set.of(
                      KilledWriter.value(thread, i),
                      KilledWriter.value(thread, i + KilledWriter.KEYS))
                  : Set.of(KilledWriter.value(thread, i)));
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
}
