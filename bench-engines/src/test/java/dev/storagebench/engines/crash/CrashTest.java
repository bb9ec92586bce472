package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kills a process in the middle of writes and looks for every write that was acknowledged. */
final class CrashTest {
  private static final int ROUNDS = 2;
  private static final int WRITES = 2000;

  @TempDir Path folder;

  static Stream<String> engines() {
    return Engines.all().stream()
        .filter(engine -> engine.capabilities().storesValues())
        .filter(
            engine ->
                System.getenv("ONLY") == null
                    || List.of(System.getenv("ONLY").split(",")).contains(engine.name()))
        .map(StorageEngine::name);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void acknowledgedWritesSurviveKillMinusNine(String name) throws Exception {
    StorageEngine engine = Engines.named(name);
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, name + " cannot run here: " + unsupported.message());
    }
    boolean syncsAlways = !engine.capabilities().durabilities().contains(Durability.PROCESS);
    for (int round = 0; round < ROUNDS; round++) {
      int[] acknowledged = writeUntilKilled(name, syncsAlways ? WRITES / 20 : WRITES);
      verify(engine, acknowledged);
    }
  }

  /** Returns the last acknowledged number of each thread. */
  private int[] writeUntilKilled(String engine, int writes) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-") || flag.startsWith("--enable-"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            KilledWriter.class.getName(), engine, folder.toString(), Durability.PROCESS.name()));
    Process writer =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    int[] last = new int[KilledWriter.THREADS];
    int seen = 0;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        if (words.length == 2 && words[0].matches("\\d") && words[1].matches("\\d+")) {
          last[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
          if (++seen == writes) {
            // Not through the process, which would close our end of the pipe as well.
            writer.toHandle().destroyForcibly();
          }
        }
      }
    }
    assertThat(seen).as("writes acknowledged").isGreaterThanOrEqualTo(writes);
    return last;
  }

  private void verify(StorageEngine engine, int[] acknowledged) {
    ByteBuffer into = ByteBuffer.allocateDirect(4096);
    try (Store store = engine.open(folder, KilledWriter.settings(Durability.PROCESS));
        Session session = store.session()) {
      for (int thread = 0; thread < acknowledged.length; thread++) {
        for (int i = Math.max(0, acknowledged[thread] - KilledWriter.KEYS + 1);
            i <= acknowledged[thread];
            i++) {
          session.get(KilledWriter.direct(KilledWriter.key(thread, i)), into);
          String found = StandardCharsets.UTF_8.decode(into).toString();
          // The write after the last acknowledged one may have replaced an old value.
          assertThat(found)
              .isIn(
                  KilledWriter.value(thread, i), KilledWriter.value(thread, i + KilledWriter.KEYS));
        }
      }
    }
  }
}
