package dev.storagebench.core.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** An open store for each test of the contract, and short ways to use it. */
public abstract class ContractStore {
  static final int MIB = 1 << 20;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path folder;

  StorageEngine engine;
  KeyValueStore store;
  Session session;
  final ByteBuffer into = ByteBuffer.allocateDirect(2 * MIB);

  /** The engine under test. */
  protected abstract StorageEngine engine();

  /**
   * Fills the empty folder of a test, for an engine that takes long to begin from nothing; by
   * default it stays empty.
   */
  protected void prepare(Path empty) throws IOException {}

  /** What an engine is opened with in these tests. */
  protected static EngineSettings settings(Durability durability, Compression compression) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        16L * MIB,
        4L * MIB,
        4096,
        compression,
        durability,
        10,
        new EngineSettings.Expected(10_000, 64L * MIB, 511, 2 * MIB));
  }

  @BeforeEach
  void open() throws IOException {
    engine = engine();
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, engine.name() + " cannot run here: " + unsupported.message());
    }
    prepare(folder);
    reopen(settings(Durability.NONE, Compression.NONE));
  }

  final void reopen(EngineSettings settings) {
    close();
    store = engine.open(folder, settings);
    session = store.session();
  }

  @AfterEach
  void close() {
    if (session != null) {
      session.close();
      session = null;
    }
    if (store != null) {
      store.close();
      store = null;
    }
  }

  static ByteBuffer direct(byte[] bytes) {
    // A margin on both sides shows whether position and limit are honoured.
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 16);
    buffer.put(8, bytes);
    return buffer.limit(bytes.length + 8).position(8);
  }

  static ByteBuffer direct(String text) {
    return direct(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(ByteBuffer buffer) {
    return StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
  }

  final String get(String key) {
    int length = session.get(direct(key), into);
    return length == Session.MISSING ? "missing" : text(into);
  }

  final void put(String key, String value) {
    session.put(direct(key), direct(value));
  }
}
