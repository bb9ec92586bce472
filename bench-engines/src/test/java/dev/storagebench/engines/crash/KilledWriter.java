package dev.storagebench.engines.crash;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.store.CrashWriter;
import dev.storagebench.engines.TestedCandidates;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process that writes and deletes with several threads until it is killed. After each
 * acknowledged operation it prints the thread and the operation's number.
 */
final class KilledWriter {
  /** With 3 threads HyperLevelDB lost something in a fourth of the kills, with one in none. */
  private static final int THREADS = 16;

  /** How many keys a thread writes, over and over, so that values are replaced as well. */
  static final int KEYS = 40;

  private static final int MIB = 1 << 20;
  private static final int DELETES_EACH = 7;

  private KilledWriter() {}

  /** How many puts a batch has, each under a key of its own. */
  static final int PARTS = 20;

  /** How many batches are kept, those before are overwritten. */
  static final int SLOTS = 10;

  /** How many threads write to a candidate. */
  static int threads(Candidate candidate) {
    return Math.min(THREADS, Engines.of(candidate).maxThreads());
  }

  /** Takes the candidate, the folder, the durability, and whether to write batches. */
  public static void main(String[] arguments) throws InterruptedException {
    Candidate candidate = Candidate.parse(arguments[0]);
    KeyValueStore store =
        TestedCandidates.open(
            candidate, Path.of(arguments[1]), settings(Durability.valueOf(arguments[2])));
    // Not System.out: each line is to be one write to the pipe, whole or not at all.
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < threads(candidate); i++) {
      int thread = i;
      boolean batches = Boolean.parseBoolean(arguments[3]);
      writers.add(
          new Thread(
              () -> {
                if (batches) {
                  writeBatches(store, thread, out);
                } else {
                  write(store, thread, out);
                }
              }));
    }
    writers.forEach(Thread::start);
    for (Thread each : writers) {
      each.join();
    }
  }

  private static void write(KeyValueStore store, int thread, FileOutputStream out) {
    Session session = store.session();
    for (int i = 0; ; i++) {
      ByteBuffer key = direct(key(thread, i));
      value(thread, i)
          .ifPresentOrElse(value -> session.put(key, direct(value)), () -> session.delete(key));
      acknowledge(thread, i, out);
    }
  }

  private static void writeBatches(KeyValueStore store, int thread, FileOutputStream out) {
    Session session = store.session();
    Batch batch = session.batch();
    for (int i = 0; ; i++) {
      for (int part = 0; part < PARTS; part++) {
        batch.put(direct(batchKey(thread, i, part)), direct(batchValue(i)));
      }
      batch.commit();
      acknowledge(thread, i, out);
    }
  }

  private static void acknowledge(int thread, int i, FileOutputStream out) {
    try {
      out.write((thread + " " + i + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String batchKey(int thread, int i, int part) {
    // The parts of a batch lie far apart.
    return "part " + part + " of thread " + thread + " slot " + i % SLOTS;
  }

  static String batchValue(int i) {
    return i + " " + "abcdefgh".repeat(60);
  }

  static EngineSettings settings(Durability durability) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        16L * MIB,
        Optional.empty(),
        Optional.empty(),
        Compression.NONE,
        durability,
        Optional.empty(),
        new EngineSettings.Expected(50_000, 50L * MIB, 100, 2000),
        Map.of());
  }

  static String key(int thread, int i) {
    return "thread " + thread + " key " + i % KEYS;
  }

  /** What operation {@code i} of a thread leaves under its key; empty if it deletes. */
  static Optional<String> value(int thread, int i) {
    return i % DELETES_EACH == DELETES_EACH - 1
        ? Optional.empty()
        : Optional.of(i + " by " + thread + " " + "abcdefgh".repeat(60));
  }

  static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  /** The command line of a program in a JVM with the flags that engines need. */
  static List<String> java(Class<?> program, String... arguments) {
    return CrashWriter.command(program, List.of(arguments));
  }
}
