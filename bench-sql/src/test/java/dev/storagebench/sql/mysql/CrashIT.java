package dev.storagebench.sql.mysql;

import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.process.Signal;
import dev.storagebench.sql.server.RealServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills all processes of a server in the middle of writes and looks for every write that it had
 * acknowledged.
 */
final class CrashIT {
  private static final int ROUNDS = Integer.getInteger("storagebench.kills", 3);
  private static final int WRITES = 300;
  private static final int WRITERS = 16;

  @TempDir Path folder;

  private int maxProcesses;

  private static Stream<Arguments> promises() {
    return Stream.of("mysql", "mariadb", "myrocks", "postgresql")
        .flatMap(
            engine ->
                Stream.of(Durability.PROCESS, Durability.SYNC)
                    .map(durability -> Arguments.of(engine, durability)));
  }

  @ParameterizedTest
  @MethodSource("promises")
  void acknowledgedWritesSurviveKillMinusNine(String name, Durability durability) throws Exception {
    if (name.equals("mysql")) {
      RealServer.mysql();
    }
    if (name.equals("postgresql")) {
      RealServer.postgresql();
    }
    StorageEngine engine = InstalledEngines.ready(Engines.named(name));
    long acknowledgedWrites = 0;
    for (int round = 0; round < ROUNDS; round++) {
      AtomicIntegerArray acknowledged = writeUntilKilled(engine, durability, round);
      try (KeyValueStore store = engine.open(folder, Records.settings(durability));
          Session session = store.session()) {
        for (int writer = 0; writer < WRITERS; writer++) {
          acknowledgedWrites += acknowledged.get(writer);
          for (int i = 0; i < acknowledged.get(writer); i++) {
            assertThat(get(session, key(round, writer, i)))
                .as("write %d of writer %d before kill %d", i, writer, round + 1)
                .isEqualTo("value " + i);
          }
        }
      }
    }
    System.out.printf(
        "%s, durability %s: %d kills of up to %d processes, %d writers, %,d acknowledged writes, none lost%n",
        name, durability, ROUNDS, maxProcesses, WRITERS, acknowledgedWrites);
  }

  private static String key(int round, int writer, int i) {
    return round + ":" + writer + ":" + i;
  }

  /** Returns how many writes of each writer were acknowledged. */
  private AtomicIntegerArray writeUntilKilled(
      StorageEngine engine, Durability durability, int round) throws Exception {
    KeyValueStore store = engine.open(folder, Records.settings(durability));
    ProcessHandle server = ProcessHandle.of(store.processes().get("server")).orElseThrow();
    AtomicIntegerArray acknowledged = new AtomicIntegerArray(WRITERS);
    CountDownLatch writes = new CountDownLatch(WRITES);
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      // Now: one that connects to a dead server waits.
      Session connected = store.session();
      writers.add(
          new Thread(
              () -> {
                try (connected) {
                  while (true) {
                    int next = acknowledged.get(writer);
                    put(connected, key(round, writer, next), "value " + next);
                    acknowledged.incrementAndGet(writer);
                    writes.countDown();
                  }
                } catch (EngineException serverIsGone) {
                  return;
                }
              }));
    }
    writers.forEach(Thread::start);
    assertThat(writes.await(1, TimeUnit.MINUTES)).as("%d writes in a minute", WRITES).isTrue();
    kill(server);
    for (Thread each : writers) {
      each.join();
    }
    assertThatThrownBy(store::close)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("was killed (SIGKILL)");
    return acknowledged;
  }

  /**
   * By one command: processes that outlive the first one, as PostgreSQL's do its postmaster, may go
   * on writing.
   */
  private void kill(ProcessHandle server) {
    List<ProcessHandle> all = Stream.concat(server.descendants(), Stream.of(server)).toList();
    maxProcesses = Math.max(maxProcesses, all.size());
    Signal.KILL.send(all.toArray(ProcessHandle[]::new));
  }
}
