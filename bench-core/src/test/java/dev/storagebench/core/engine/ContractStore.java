package dev.storagebench.core.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
  private EngineSettings opened;
  final ByteBuffer into = ByteBuffer.allocateDirect(2 * MIB);

  /** The engine under test. */
  protected abstract StorageEngine engine();

  /**
   * The folder of a store that stays open from test to test and is emptied before each: for a
   * server, which takes seconds to start. Such a class has one instance for all tests and closes
   * the store itself.
   *
   * @return null for a new store for each test
   */
  protected @Nullable Path sharedFolder() {
    return null;
  }

  /** The options of a candidate. */
  protected Map<String, String> options() {
    return Map.of();
  }

  /** What an engine is opened with in these tests. */
  protected final EngineSettings settings(Durability durability, Compression compression) {
    return new EngineSettings(
            EngineSettings.UNLIMITED,
            16L * MIB,
            Optional.empty(),
            Optional.empty(),
            compression,
            durability,
            Optional.empty(),
            new EngineSettings.Expected(10_000, 64L * MIB, 511, 2 * MIB),
            Map.of())
        .withOptions(options());
  }

  @BeforeEach
  void open() throws IOException {
    engine = engine();
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, engine.name() + " cannot run here: " + unsupported.message());
    }
    Path shared = sharedFolder();
    folder = shared == null ? folder : shared;
    EngineSettings plain = settings(Durability.NONE, Compression.NONE);
    if (store == null || !plain.equals(opened)) {
      reopen(plain);
    } else {
      session = store.session();
    }
    if (shared != null) {
      deleteAll();
    }
  }

  private void deleteAll() {
    List<ByteBuffer> keys = new ArrayList<>();
    ByteBuffer first = direct(new byte[1]);
    session.scan(
        first,
        Direction.FORWARD,
        Integer.MAX_VALUE,
        (key, value) -> {
          byte[] copy = new byte[key.remaining()];
          key.get(copy);
          keys.add(direct(copy));
        });
    keys.forEach(session::delete);
  }

  final void reopen(EngineSettings settings) {
    close();
    store = engine.open(folder, settings);
    opened = settings;
    session = store.session();
  }

  @AfterEach
  void afterEach() {
    if (sharedFolder() == null) {
      close();
    } else {
      closeSession();
    }
  }

  private void closeSession() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  protected final void close() {
    closeSession();
    if (store != null) {
      KeyValueStore closed = store;
      store = null;
      closed.close();
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
