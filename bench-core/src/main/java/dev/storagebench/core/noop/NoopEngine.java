package dev.storagebench.core.noop;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Measures the overhead of the harness: {@code get} copies as many bytes from memory as the data
 * set's records have on average, {@code scan} passes them without copying, {@code put} does
 * nothing. Its time is the part of every other engine's time that is not the engine's.
 */
public final class NoopEngine implements StorageEngine {
  /** Its name. */
  public static final String NAME = "noop";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Availability availability() {
    return new Availability.Available("1", "built in");
  }

  /** Results recognize it by its name and never rank it. */
  @Override
  public StorageEngine as(Candidate candidate) {
    if (!candidate.label().equals(name())) {
      throw new IllegalArgumentException(
          "candidate %s: noop measures the harness and does not accept a label, version or options; write noop"
              .formatted(candidate));
    }
    return this;
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.PAGE_CACHE)
        .without(Capabilities.Feature.STORED_VALUES)
        .compressions(Compression.values())
        .durabilities(Durability.NONE);
  }

  @Override
  public KeyValueStore open(Path folder, EngineSettings settings) {
    EngineException.refuseAll(name(), settings.options().keySet());
    EngineSettings.Expected expected = settings.expected();
    long mean = expected.rawBytes() / Math.max(1, expected.records());
    return new NoopStore((int) Math.min(mean, expected.maxValueBytes()));
  }

  private record NoopStore(int valueBytes) implements KeyValueStore {

    @Override
    public Session session() {
      return new NoopSession(ByteBuffer.allocateDirect(valueBytes));
    }

    @Override
    public Settling settle(Duration atMost) {
      return new Settling(true, Duration.ZERO, "nothing to do");
    }

    @Override
    public long bytesOnDisk() {
      return 0;
    }

    @Override
    public List<AppliedSetting> settings() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  /** A session, and its batches. */
  private record NoopSession(ByteBuffer value) implements Session, Batch {
    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      int length = value.capacity();
      into.limit(length).position(0);
      into.put(0, value, 0, length);
      return length;
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer written) {}

    @Override
    public void delete(ByteBuffer key) {}

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      for (int i = 0; i < limit; i++) {
        visitor.record(from, value);
      }
      return limit;
    }

    @Override
    public Batch batch() {
      return this;
    }

    @Override
    public void commit() {}

    @Override
    public void close() {}
  }
}
