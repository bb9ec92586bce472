package dev.storagebench.core.store;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.engine.UnsupportedSettingException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The first use of an engine in a JVM, on an empty store: every operation once, so that each of the
 * adapter's calls is linked, its classes are loaded, and its code is in memory.
 */
public final class FirstUse {
  private static final Duration MAX_SETTLE = Duration.ofMinutes(1);
  private static final int VALUE_BYTES = 64;

  private FirstUse() {}

  /** Uses a store, which is empty. */
  public static void of(StorageEngine engine, Store store) {
    if (store instanceof KeyValueStore keyValues) {
      use(engine, keyValues);
    }
    store.compact();
    store.settle(MAX_SETTLE);
    store.stats();
    store.bytesOnDisk();
  }

  private static void use(StorageEngine engine, KeyValueStore store) {
    ByteBuffer first = direct("probe 1");
    ByteBuffer second = direct("probe 2");
    ByteBuffer value = direct("v".repeat(VALUE_BYTES));
    ByteBuffer into = ByteBuffer.allocateDirect(1 << 16);
    try (Session session = store.session()) {
      session.put(first, value);
      requireLength(engine, VALUE_BYTES, session.get(first, into));
      if (engine.capabilities().batches()) {
        try (Batch batch = session.batch()) {
          batch.put(second, value);
          batch.commit();
        }
        requireLength(engine, VALUE_BYTES, session.get(second, into));
      }
      if (engine.capabilities().ordered()) {
        session.scan(first, Direction.FORWARD, 2, (key, found) -> {});
        try {
          session.scan(second, Direction.BACKWARD, 2, (key, found) -> {});
        } catch (UnsupportedSettingException onlyBackward) {
          // Cells with such scans say so.
        }
      }
      session.delete(first);
      requireLength(engine, Session.MISSING, session.get(first, into));
    }
  }

  private static void requireLength(StorageEngine engine, int expected, int length) {
    if (engine.capabilities().storesValues() && length != expected) {
      throw new EngineException(
          "%s: a get returned length %d, expected %d".formatted(engine.name(), length, expected));
    }
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
