package dev.storagebench.engines.mapdb;

import static org.mapdb.Serializer.BYTE_ARRAY;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.HeapBytes;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.HeapSession;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;

/** MapDB, with one of its two maps of Java objects over a memory-mapped file. */
sealed class MapDbEngine extends BundledEngine {

  private MapDbEngine(String name, boolean ordered) {
    super(
        name, () -> DBMaker.class, (folder, asked) -> new MapDbStore(name, ordered, folder, asked));
  }

  /** The ordered map, a B+ tree. */
  public static final class Tree extends MapDbEngine {
    public Tree() {
      super("mapdb", /* ordered= */ true);
    }
  }

  /** The unordered map, a hash trie: the usual choice if there are no scans. */
  public static final class Hash extends MapDbEngine {
    public Hash() {
      super("mapdb-hash", /* ordered= */ false);
    }
  }

  /** An open MapDB file with one map. */
  private static final class MapDbStore extends EmbeddedStore {
    private final DB db;
    private final ConcurrentMap<byte[], byte[]> map;

    MapDbStore(String engine, boolean ordered, Path folder, EngineSettings asked) {
      super(engine, folder, asked, Map.of(), 0);
      Class<?> ofMap = ordered ? DB.TreeMapMaker.class : DB.HashMapMaker.class;
      BuilderOptions options =
          new BuilderOptions(engine, asked.options(), DBMaker.Maker.class, ofMap);
      DBMaker.Maker file = DBMaker.fileDB(folder.resolve("map.db").toFile());
      this.db = own(options.applyTo(file.fileMmapEnableIfSupported()).make());
      this.map =
          ordered
              ? options
                  .applyTo(db.treeMap("records", BYTE_ARRAY, BYTE_ARRAY).valuesOutsideNodesEnable())
                  .createOrOpen()
              : options.applyTo(db.hashMap("records", BYTE_ARRAY, BYTE_ARRAY)).createOrOpen();
    }

    @Override
    public Session session() {
      return new MapDbSession();
    }

    @Override
    protected Settling settleStore(Duration atMost) {
      return Settling.by("commit; there is no background work", db::commit);
    }

    private final class MapDbSession extends HeapSession {

      MapDbSession() {
        super(MapDbStore.this, withoutBatches -> null);
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
      protected int visit(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor)
          throws Exception {
        if (!(map instanceof ConcurrentNavigableMap<byte[], byte[]> tree)) {
          return super.visit(from, direction, limit, visitor);
        }
        ConcurrentNavigableMap<byte[], byte[]> records =
            direction == Direction.FORWARD ? tree : tree.descendingMap();
        return visit(
            records.tailMap(HeapBytes.of(from), true).entrySet().iterator(), limit, visitor);
      }
    }
  }
}
