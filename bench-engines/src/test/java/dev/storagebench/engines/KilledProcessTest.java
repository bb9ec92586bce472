package dev.storagebench.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import java.io.BufferedReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills a process that writes, as {@code kill -9} does, and looks for all that it had been told is
 * stored.
 */
class KilledProcessTest {
  private static final int ACKNOWLEDGED = 3_000;
  private static final String VALUE = "abcdefgh".repeat(60);

  @TempDir Path folder;

  static Stream<String> engines() {
    return Engines.all().stream()
        .filter(engine -> engine.capabilities().storesValues())
        .filter(engine -> engine.capabilities().durabilities().contains(Durability.PROCESS))
        .map(StorageEngine::name);
  }

  private static EngineSettings settings() {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        16L << 20,
        4L << 20,
        4096,
        Compression.NONE,
        Durability.PROCESS,
        10,
        new EngineSettings.Expected(100_000, 64L << 20, 511, 2 << 20));
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void anAcknowledgedPutSurvivesTheDeathOfItsProcess(String name) throws Exception {
    StorageEngine engine = Engines.named(name);
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, name + " cannot run here: " + unsupported.message());
    }
    int acknowledged = writeUntilKilled(name);
    try (Store store = engine.open(folder, settings());
        Session session = store.session()) {
      ByteBuffer into = ByteBuffer.allocateDirect(4096);
      for (int i = 0; i <= acknowledged; i++) {
        assertThat(session.get(direct("key " + i), into)).as("key %d", i).isPositive();
        assertThat(StandardCharsets.UTF_8.decode(into).toString()).isEqualTo(i + VALUE);
      }
    }
  }

  /** Returns the number of the last put that was acknowledged before the process was killed. */
  private int writeUntilKilled(String name) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Writer.class.getName(), name, folder.toString()));
    Process writer =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    int last = -1;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      while (last < ACKNOWLEDGED) {
        String line = lines.readLine();
        assertThat(line).as("the writer ended after put %d", last).isNotNull();
        last = Integer.parseInt(line);
      }
      // SIGKILL, which leaves the pipe open; what it acknowledges until it is dead counts as well.
      writer.toHandle().destroyForcibly();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = Integer.parseInt(line);
      }
    }
    return last;
  }

  /** The process that is killed: puts records without end and prints the number of each. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      StorageEngine engine = Engines.named(args[0]);
      Store store = engine.open(Path.of(args[1]), settings());
      Session session = store.session();
      StringBuilder line = new StringBuilder();
      for (int i = 0; ; i++) {
        session.put(direct("key " + i), direct(i + VALUE));
        line.setLength(0);
        line.append(i).append('\n');
        byte[] bytes = line.toString().getBytes(StandardCharsets.US_ASCII);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
      }
    }
  }
}
