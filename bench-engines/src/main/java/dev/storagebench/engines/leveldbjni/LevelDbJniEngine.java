package dev.storagebench.engines.leveldbjni;

import dev.storagebench.core.engine.ArrayBatch;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.KeyOrder;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.HeapSession;
import dev.storagebench.engines.LevelDbSettling;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/** LevelDB with its library in the JAR, over leveldbjni. */
public final class LevelDbJniEngine extends BundledEngine {

  public LevelDbJniEngine() {
    super(
        "leveldbjni",
        () -> JniDBFactory.class,
        (folder, asked) -> new LevelDbJniStore(folder, asked));
  }

  @Override
  protected String version() {
    return JniDBFactory.VERSION;
  }

  /** An open LevelDB. */
  private static final class LevelDbJniStore extends EmbeddedStore {
    // A part of a write buffer.
    private static final long BATCH_BYTES = 1 << 20;

    private static final Options DEFAULTS = new Options();

    private final DB db;
    private final WriteOptions writes;

    LevelDbJniStore(Path folder, EngineSettings asked) throws IOException {
      super(
          "leveldbjni",
          folder,
          asked,
          Map.of("writeBufferBytes", writeBufferBytes(asked), "blockBytes", DEFAULTS.blockSize()),
          BATCH_BYTES);
      this.writes = new WriteOptions().sync(asked.durability() == Durability.SYNC);
      Options options =
          new BuilderOptions("leveldbjni", asked.options(), Options.class)
              .applyTo(new Options())
              .createIfMissing(true)
              .cacheSize(asked.cacheBytes())
              .writeBufferSize(writeBufferBytes(asked))
              .blockSize(asked.blockBytes().orElse(DEFAULTS.blockSize()))
              .compressionType(
                  asked.compression() == Compression.SNAPPY
                      ? CompressionType.SNAPPY
                      : CompressionType.NONE);
      this.db = own(JniDBFactory.factory.open(folder.toFile(), options));
      useOnce();
    }

    /**
     * Makes each kind of call once: the binding caches field IDs in the first ones without a lock,
     * and threads that made them together crashed now and then. Only an empty batch is written.
     */
    private void useOnce() throws IOException {
      byte[] any = {0};
      try (WriteBatch batch = db.createWriteBatch()) {
        db.write(batch, new WriteOptions());
        batch.put(any, any).delete(any);
        db.get(any);
      }
    }

    private static int writeBufferBytes(EngineSettings asked) {
      return asked
          .writeBufferBytes()
          .map(bytes -> (int) Math.min(bytes, Integer.MAX_VALUE))
          .orElse(DEFAULTS.writeBufferSize());
    }

    @Override
    public Session session() {
      return new LevelDbJniSession();
    }

    @Override
    protected Settling settleStore(Duration atMost) {
      return LevelDbSettling.settle(
          "compactRange",
          () -> db.compactRange(null, null),
          () -> db.getProperty(LevelDbSettling.FILES),
          atMost);
    }

    private final class LevelDbJniSession extends HeapSession {

      LevelDbJniSession() {
        super(LevelDbJniStore.this, ArrayBatch::inOrder);
      }

      @Override
      protected int read(byte[] key, ByteBuffer into) {
        return copy(db.get(key), into);
      }

      @Override
      protected void write(byte[] key, byte[] value) {
        db.put(key, value, writes);
      }

      @Override
      protected void remove(byte[] key) {
        db.delete(key, writes);
      }

      @Override
      protected boolean writeOnce(List<ArrayBatch.Put> puts) throws IOException {
        // The binding cannot empty a batch.
        try (WriteBatch batch = db.createWriteBatch()) {
          for (ArrayBatch.Put each : puts) {
            batch.put(each.key(), each.value());
          }
          db.write(batch, writes);
        }
        return true;
      }

      @Override
      protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor)
          throws IOException {
        try (DBIterator records = db.iterator()) {
          records.seek(HeapBytes.of(from));
          return direction == Direction.FORWARD
              ? visit(records, limit, visitor)
              : backward(records, from, limit, visitor);
        }
      }

      /**
       * Starts at the first key that is not before the given one. The binding's {@code prev} steps
       * back, forth and back again to read one record, and {@code hasPrev} once more; so the first
       * record of the store is found by the exception.
       */
      private static int backward(
          DBIterator records, ByteBuffer from, int limit, RecordVisitor visitor) {
        if (!records.hasNext()) {
          records.seekToLast();
          if (!records.hasNext()) {
            return 0;
          }
        }
        int visited = 0;
        Map.Entry<byte[], byte[]> record = records.peekNext();
        if (KeyOrder.compare(ByteBuffer.wrap(record.getKey()), from) <= 0) {
          visit(record, visitor);
          visited++;
        }
        while (visited < limit) {
          try {
            record = records.prev();
          } catch (NoSuchElementException first) {
            break;
          }
          visit(record, visitor);
          visited++;
        }
        return visited;
      }

      private static void visit(Map.Entry<byte[], byte[]> record, RecordVisitor visitor) {
        visitor.record(ByteBuffer.wrap(record.getKey()), ByteBuffer.wrap(record.getValue()));
      }
    }
  }
}
