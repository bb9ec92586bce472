package com.example.logengine;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Appends records to one file and keeps the places of their values in a sorted map on the heap. A
 * record is the lengths of its key and value, then both; the length -1 marks a deletion. There is
 * no compaction: it is an example of the interface, not of an engine.
 */
public final class LogEngine extends EmbeddedEngine {
  private static final int HEADER_BYTES = 2 * Integer.BYTES;
  private static final int DELETED = -1;

  /** For {@link java.util.ServiceLoader}. */
  public LogEngine() {
    super("log-example", "");
  }

  @Override
  protected String library() {
    return "log-engine 1.0";
  }

  @Override
  public Capabilities capabilities() {
    return Capabilities.cachingIn(CacheLocation.HEAP)
        .without(Capabilities.Feature.BATCHES)
        .durabilities(Durability.PROCESS, Durability.SYNC);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) {
    try {
      return new LogStore(folder, settings);
    } catch (IOException e) {
      throw EngineException.cannot(name(), "open " + folder, e);
    }
  }

  /** Where a value lies in the file. */
  private record Place(long offset, int bytes) {}

  private static final class LogStore extends FolderStore {
    private final ConcurrentNavigableMap<byte[], Place> places =
        new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    private final EngineSettings settings;
    private final FileChannel file;
    private long end;

    LogStore(Path folder, EngineSettings settings) throws IOException {
      super(folder);
      this.settings = settings;
      this.file =
          FileChannel.open(
              folder.resolve("records.log"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      while (end < file.size()) {
        file.read(header.clear(), end);
        byte[] key = new byte[header.getInt(0)];
        file.read(ByteBuffer.wrap(key), end + HEADER_BYTES);
        end += HEADER_BYTES + key.length;
        place(key, header.getInt(Integer.BYTES));
      }
    }

    private void place(byte[] key, int valueBytes) {
      if (valueBytes == DELETED) {
        places.remove(key);
      } else {
        places.put(key, new Place(end, valueBytes));
        end += valueBytes;
      }
    }

    /** A write to the file survives the end of the process; sync waits for the disk. */
    private synchronized void append(ByteBuffer record, byte[] key, int valueBytes)
        throws IOException {
      long from = end;
      while (record.hasRemaining()) {
        from += file.write(record, from);
      }
      end += HEADER_BYTES + key.length;
      place(key, valueBytes);
      if (settings.durability() == Durability.SYNC) {
        file.force(false);
      }
    }

    @Override
    public Session session() {
      return new LogSession(this);
    }

    @Override
    public Settling settle(Duration atMost) {
      return Settling.by("fsync; no background work", this::sync);
    }

    private void sync() {
      try {
        file.force(true);
      } catch (IOException e) {
        throw EngineException.cannot("log-example", "sync " + folder, e);
      }
    }

    @Override
    public List<AppliedSetting> settings() {
      return new SettingsReport()
          .ignored("cacheBytes", "values come from the page cache")
          .honoured("compression", settings.compression(), "none")
          .honoured("durability", settings.durability(), "FileChannel.write, force")
          .candidate(settings.options())
          .settings();
    }

    @Override
    public Map<String, Long> stats() {
      return Map.of("records", (long) places.size());
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw EngineException.cannot("log-example", "close " + folder, e);
      }
    }
  }

  private static final class LogSession implements Session {
    private final LogStore store;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);

    LogSession(LogStore store) {
      this.store = store;
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      Place place = store.places.get(bytes(key));
      if (place == null) {
        return MISSING;
      }
      if (place.bytes > into.capacity()) {
        throw EngineException.doesNotFit("log-example", place.bytes, into.capacity());
      }
      read(place, into);
      return place.bytes;
    }

    private void read(Place place, ByteBuffer into) {
      into.clear().limit(place.bytes);
      try {
        while (into.hasRemaining()) {
          if (store.file.read(into, place.offset + into.position()) < 0) {
            throw new EngineException("the file ends within the value at " + place.offset);
          }
        }
      } catch (IOException e) {
        throw EngineException.cannot("log-example", "read at " + place.offset, e);
      }
      into.flip();
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      write(bytes(key), value.duplicate(), value.remaining());
    }

    @Override
    public void delete(ByteBuffer key) {
      write(bytes(key), ByteBuffer.allocate(0), DELETED);
    }

    private void write(byte[] key, ByteBuffer value, int valueBytes) {
      room(HEADER_BYTES + key.length + value.remaining());
      buffer.clear().putInt(key.length).putInt(valueBytes).put(key).put(value).flip();
      try {
        store.append(buffer, key, valueBytes);
      } catch (IOException e) {
        throw EngineException.cannot("log-example", "write", e);
      }
    }

    private void room(int bytes) {
      if (buffer.capacity() < bytes) {
        buffer = ByteBuffer.allocateDirect(bytes);
      }
    }

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      ConcurrentNavigableMap<byte[], Place> part =
          direction == Direction.FORWARD
              ? store.places.tailMap(bytes(from), true)
              : store.places.headMap(bytes(from), true).descendingMap();
      int visited = 0;
      for (Map.Entry<byte[], Place> each : part.entrySet()) {
        room(each.getValue().bytes);
        read(each.getValue(), buffer);
        visitor.record(ByteBuffer.wrap(each.getKey()), buffer);
        visited++;
        if (visited == limit) {
          break;
        }
      }
      return visited;
    }

    private static byte[] bytes(ByteBuffer key) {
      byte[] copy = new byte[key.remaining()];
      key.get(key.position(), copy);
      return copy;
    }
  }
}
