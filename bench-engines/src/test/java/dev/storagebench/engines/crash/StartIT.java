package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.engines.TestedCandidates;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bindings over JNI whose very first calls are made by 16 threads at once. */
@Tag("nightly")
final class StartIT {
  private static final int STARTS = Integer.getInteger("storagebench.starts", 1000);
  private static final int THREADS = 16;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"leveldbjni", "rocksdb", "lmdb", "sqlite"})
  void threadsThatStartTogetherDoNotCrash(String engine) throws Exception {
    Candidate candidate = Candidate.of(engine);
    assumeTrue(
        Engines.availability(candidate) instanceof Availability.Available,
        engine + " is not available here");
    Path output = folder.resolve("output.txt");
    for (int start = 0; start < STARTS; start++) {
      Path store = Files.createDirectory(folder.resolve("store"));
      List<String> command = new ArrayList<>(KilledWriter.java(Starter.class, engine, store + ""));
      // No core files, and a report that is not left in this folder.
      command.addAll(
          1, List.of("-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + folder.resolve("crash.log")));
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      assertThat(process.waitFor())
          .as("start %d of %s: %s", start + 1, engine, Files.readString(output))
          .isZero();
      StoreFolder.delete(store);
    }
    System.out.printf("%s: %d starts with %d threads%n", engine, STARTS, THREADS);
  }

  /** Opens a store, in which all threads begin at once. */
  static final class Starter {
    private Starter() {}

    /** Takes the candidate and the folder. */
    public static void main(String[] arguments) throws InterruptedException {
      KeyValueStore store =
          TestedCandidates.open(
              Candidate.parse(arguments[0]),
              Path.of(arguments[1]),
              KilledWriter.settings(Durability.PROCESS));
      CyclicBarrier together = new CyclicBarrier(THREADS);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ByteBuffer key = KilledWriter.direct("key " + i);
        ByteBuffer value = KilledWriter.direct("value ".repeat(20) + i);
        threads.add(
            new Thread(
                () -> {
                  try (Session session = store.session()) {
                    together.await();
                    session.put(key, value);
                    if (session.get(key, ByteBuffer.allocateDirect(4096)) == Session.MISSING) {
                      throw new IllegalStateException("a key that was put is missing");
                    }
                  } catch (Exception e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                  }
                }));
      }
      threads.forEach(Thread::start);
      for (Thread each : threads) {
        each.join();
      }
      Runtime.getRuntime().halt(0);
    }
  }
}
