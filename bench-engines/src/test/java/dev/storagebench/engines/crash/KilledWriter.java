package dev.storagebench.engines.crash;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that writes with several threads until it is killed. After each acknowledged write it
 * prints the thread and the number.
 */
final class KilledWriter {
  static final int THREADS = 3;

  /** How many keys a thread writes, over and over, so that values are replaced as well. */
  static final int KEYS = 200;

  private static final int MIB = 1 << 20;

  private KilledWriter() {}

  /** Takes the engine's name, the folder and the durability. */
  public static void main(String[] arguments) throws InterruptedException {
    Store store =
        Engines.named(arguments[0])
            .open(Path.of(arguments[1]), settings(Durability.valueOf(arguments[2])));
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      writers.add(new Thread(() -> write(store, thread, System.out)));
    }
    writers.forEach(Thread::start);
    for (Thread each : writers) {
      each.join();
    }
  }

  private static void write(Store store, int thread, PrintStream out) {
    Session session = store.session();
    for (int i = 0; ; i++) {
      session.put(direct(key(thread, i)), direct(value(thread, i)));
      out.println(thread + " " + i);
    }
  }

  static EngineSettings settings(Durability durability) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        16L * MIB,
        4L * MIB,
        4096,
        Compression.NONE,
        durability,
        10,
        new EngineSettings.Expected(50_000, 50L * MIB, 100, 2000));
  }

  static String key(int thread, int i) {
    return "thread " + thread + " key " + i % KEYS;
  }

  static String value(int thread, int i) {
    return i + " by " + thread + " " + "abcdefgh".repeat(60);
  }

  static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
