package dev.storagebench.engines.h2;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.HeapCache;
import dev.storagebench.engines.HeapSession;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;

/** H2's MVStore, a copy-on-write B+ tree of Java objects in a log-structured file. */
public final class MvStoreEngine extends BundledEngine {

  public MvStoreEngine() {
    super(
        "mvstore",
        () -> MVStore.class,
        (folder, asked) -> new OpenStore(folder, asked, HeapCache.of(asked, 0)));
  }

  /** An open MVStore file with one map. */
  private static final class OpenStore extends MvFileStore {
    private static final long MIB = 1L << 20;

    // FileStore's queues: as many buffers and more wait to be serialised and written.
    private static final int WAITING = 8;

    private final MVMap<byte[], byte[]> map;

    OpenStore(Path folder, EngineSettings asked, HeapCache cache) {
      super("mvstore", folder, asked, cache.inForce(Map.of()), 0);
      BuilderOptions options =
          new BuilderOptions("mvstore", asked.options(), MVStore.Builder.class, MVStore.class);
      MVStore.Builder builder =
          options
              .applyTo(new MVStore.Builder())
              .fileName(folder.resolve("records.mv").toString())
              .cacheSize(Math.toIntExact(Math.max(1, cache.bytes() / MIB)));
      asked.blockBytes().ifPresent(builder::pageSplitSize);
      asked
          .writeBufferBytes()
          .ifPresent(all -> builder.autoCommitBufferSize((int) Math.max(1, all / WAITING / 1024)));
      this.mvStore = own(options.applyTo(builder.open()));
      this.map =
          mvStore.openMap(
              "records",
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(new Keys())
                  .valueType(ByteArrayDataType.INSTANCE));
    }

    @Override
    public Session session() {
      return new MvStoreSession();
    }

    /** One thread's access; reads take no lock. */
    private final class MvStoreSession extends HeapSession {
      MvStoreSession() {
        super(OpenStore.this, withoutBatches -> null);
      }

      @Override
      protected int read(byte[] key, ByteBuffer into) {
        return copy(map.get(key), into);
      }

      @Override
      protected void write(byte[] key, byte[] value) {
        map.put(key, value);
      }

      @Override
      protected void remove(byte[] key) {
        map.remove(key);
      }

      @Override
      protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        int visited = 0;
        Cursor<byte[], byte[]> records =
            map.cursor(HeapBytes.of(from), null, direction == Direction.BACKWARD);
        while (visited < limit && records.hasNext()) {
          byte[] key = records.next();
          visitor.record(ByteBuffer.wrap(key), ByteBuffer.wrap(records.getValue()));
          visited++;
        }
        return visited;
      }
    }

    /** H2's type of byte arrays in unsigned order, which H2 has since 2.4.240. */
    private static final class Keys extends BasicDataType<byte[]> {

      @Override
      public int compare(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b);
      }

      @Override
      public int getMemory(byte[] key) {
        return ByteArrayDataType.INSTANCE.getMemory(key);
      }

      @Override
      public void write(WriteBuffer buffer, byte[] key) {
        ByteArrayDataType.INSTANCE.write(buffer, key);
      }

      @Override
      public byte[] read(ByteBuffer buffer) {
        return ByteArrayDataType.INSTANCE.read(buffer);
      }

      @Override
      public byte[][] createStorage(int size) {
        return new byte[size][];
      }
    }
  }
}
