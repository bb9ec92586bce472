package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Text keys and values in the buffers that the SPI asks for. */
public final class Records {
  private static final int BUFFER_BYTES = 2 << 20;

  private Records() {}

  /** Settings with this durability, a cache of 32 MiB and defaults. */
  public static EngineSettings settings(Durability durability) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        32L << 20,
        Optional.empty(),
        Optional.empty(),
        Compression.NONE,
        durability,
        Optional.empty(),
        new EngineSettings.Expected(1_000, 1_000_000, 32, 1 << 20),
        Map.of());
  }

  /** A text in a buffer. */
  public static ByteBuffer buffer(String text) {
    return buffer(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Starts at a position that is not 0, so that whoever ignores it fails. */
  public static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length + 10)
        .position(3)
        .put(bytes)
        .limit(3 + bytes.length)
        .position(3);
  }

  /** Puts a record. */
  public static void put(Session session, String key, String value) {
    session.put(buffer(key), buffer(value));
  }

  /** The value, or "(missing)". */
  public static String get(Session session, String key) {
    ByteBuffer into = ByteBuffer.allocateDirect(BUFFER_BYTES);
    int length = session.get(buffer(key), into);
    return length == Session.MISSING
        ? "(missing)"
        : StandardCharsets.UTF_8.decode(into.slice(0, length)).toString();
  }

  /** Records as {@code key=value}. */
  public static List<String> scan(Session session, String from, int limit) {
    List<String> seen = new ArrayList<>();
    session.scan(
        buffer(from),
        Direction.FORWARD,
        limit,
        (key, value) ->
            seen.add(
                StandardCharsets.UTF_8.decode(key) + "=" + StandardCharsets.UTF_8.decode(value)));
    return seen;
  }
}
