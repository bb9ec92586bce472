package dev.storagebench.engines.lmdb;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Meta;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Stat;
import org.lmdbjava.Txn;

/** LMDB, a copy-on-write B+ tree in a memory map, over LmdbJava. */
public final class LmdbEngine extends BundledEngine {
  static final int MAX_READERS = 1024;

  private final SystemLibrary library;

  public LmdbEngine() {
    this(new SystemLibrary("lmdb", "lmdb", ""));
  }

  private LmdbEngine(SystemLibrary library) {
    super("lmdb", () -> Meta.class, (folder, asked) -> new LmdbStore(folder, asked));
    this.library = library;
  }

  @Override
  public StorageEngine as(Candidate candidate) {
    return new LmdbEngine(library.of(candidate));
  }

  /** LmdbJava takes one library in a process. */
  @Override
  public boolean requiresOwnProcess() {
    return library.chosen().isPresent();
  }

  @Override
  public Availability installed() {
    return library.chosen().isPresent() ? library.availability() : super.installed();
  }

  @Override
  protected String library() {
    return super.library()
        + library.chosen().map(file -> " with " + library.describe(file)).orElse("");
  }

  private void choose() {
    if (library.chosen().isPresent()) {
      System.setProperty("lmdbjava.native.lib", library.file().map(Path::toString).orElse(""));
    }
  }

  @Override
  protected String version() {
    choose();
    Meta.Version version = Meta.version();
    return "%d.%d.%d".formatted(version.major, version.minor, version.patch);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings settings) throws Exception {
    choose();
    return super.openStore(folder, settings);
  }

  /** Address space only: the file grows as it is filled. */
  static long mapBytes(EngineSettings asked) {
    return (1L << 30) + 8 * asked.expected().rawBytes();
  }

  /** Whether the file is larger, or will be: pages are half full after random inserts. */
  static boolean isLargerThanMemory(Path folder, EngineSettings asked) {
    // With MDB_WRITEMAP the file is sparse and as long as the map.
    boolean sparse = asked.options().containsKey(EnvFlags.MDB_WRITEMAP.name());
    long fileBytes = sparse ? 0 : folder.resolve("data.mdb").toFile().length();
    return Math.max(fileBytes, 2 * asked.expected().rawBytes()) > asked.memoryBytes();
  }

  /** The settings of an environment, whichever binding opens it. */
  static Map<String, Object> inForce(Path folder, EngineSettings asked) {
    Map<String, Object> values = new HashMap<>();
    values.put("mapSize", mapBytes(asked));
    values.put("maxReaders", MAX_READERS);
    if (isLargerThanMemory(folder, asked)) {
      values.put("MDB_NORDAHEAD", true);
    }
    return values;
  }

  /** An open LMDB environment with its one unnamed database. */
  private static final class LmdbStore extends EmbeddedStore {
    private static final Set<String> SIZES = Set.of("mapSize", "maxReaders");
    private static final long BATCH_BYTES = 64L << 20;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;

    LmdbStore(Path folder, EngineSettings asked) {
      super("lmdb", folder, asked, inForceHere(folder, asked), BATCH_BYTES);
      Map<String, String> options = new TreeMap<>(asked.options());
      options.keySet().retainAll(SIZES);
      Env.Builder<ByteBuffer> builder = Env.create(ByteBufferProxy.PROXY_OPTIMAL);
      builder.setMapSize(mapBytes(asked)).setMaxReaders(MAX_READERS);
      new BuilderOptions("lmdb", options, Env.Builder.class).applyTo(builder);
      EnvFlags[] flags = flags(folder, asked).toArray(EnvFlags[]::new);
      this.env = own(builder.open(folder.toFile(), flags));
      this.dbi = env.openDbi((byte[]) null, DbiFlags.MDB_CREATE);
    }

    private static Set<EnvFlags> flags(Path folder, EngineSettings asked) {
      Set<EnvFlags> flags = EnumSet.of(EnvFlags.MDB_NOTLS);
      if (asked.durability() != Durability.SYNC) {
        flags.add(EnvFlags.MDB_NOSYNC);
      }
      if (isLargerThanMemory(folder, asked)) {
        flags.add(EnvFlags.MDB_NORDAHEAD);
      }
      Map<String, String> names = SystemLibrary.engineOptions(asked.options());
      names.keySet().removeAll(SIZES);
      names.forEach((name, value) -> setFlag(flags, name, value));
      return flags;
    }

    private static void setFlag(Set<EnvFlags> flags, String name, String value) {
      EnvFlags flag;
      try {
        flag = EnvFlags.valueOf(name);
      } catch (IllegalArgumentException unknown) {
        throw refused(
            name,
            "valid options: %s and the flags %s"
                .formatted(SIZES, Arrays.toString(EnvFlags.values())));
      }
      switch (value) {
        case "true" -> flags.add(flag);
        case "false" -> flags.remove(flag);
        default ->
            throw refused(name, "invalid flag '%s' (expected true or false)".formatted(value));
      }
    }

    private static Map<String, ?> inForceHere(Path folder, EngineSettings asked) {
      String checks = "lmdbjava.disable.checks";
      Map<String, Object> values = inForce(folder, asked);
      values.put(checks, System.getProperty(checks, "false"));
      return values;
    }

    private static EngineException refused(String option, String reason) {
      return EngineException.refused("lmdb", option, reason, null);
    }

    @Override
    public EngineException failure(String operation, Exception e) {
      return e instanceof Env.MapFullException
          ? new EngineException(
              "lmdb: cannot %s: the map of %,d bytes is full; raise it with the option mapSize"
                  .formatted(operation, env.info().mapSize),
              e)
          : super.failure(operation, e);
    }

    @Override
    public Session session() {
      return new LmdbSession();
    }

    @Override
    protected Batch loadBatch(Session session) {
      return new LmdbBatch(true);
    }

    @Override
    protected Settling settleStore(Duration atMost) {
      return Settling.by("mdb_env_sync; there is no background work", () -> env.sync(true));
    }

    @Override
    public Map<String, Long> stats() {
      Stat stat = env.stat();
      return Map.of(
          "depth", (long) stat.depth,
          "branchPages", stat.branchPages,
          "leafPages", stat.leafPages,
          "overflowPages", stat.overflowPages,
          "entries", stat.entries);
    }

    /**
     * One thread's access. Its read transaction, and the cursor that scans with it, are renewed for
     * each read, so that a read sees every write acknowledged before it; a long-lived transaction
     * would be faster and return old data.
     */
    private final class LmdbSession implements Session {
      private final Txn<ByteBuffer> read = env.txnRead();
      private @Nullable Cursor<ByteBuffer> cursor;

      LmdbSession() {
        read.reset();
      }

      @Override
      public int get(ByteBuffer key, ByteBuffer into) {
        try {
          read.renew();
          try {
            return find(key, into);
          } finally {
            read.reset();
          }
        } catch (LmdbException e) {
          throw failure("get", e);
        }
      }

      /** With one snapshot. */
      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        try {
          read.renew();
          try {
            for (int i = 0; i < keys.length; i++) {
              lengths[i] = find(keys[i], into[i]);
            }
          } finally {
            read.reset();
          }
        } catch (LmdbException e) {
          throw failure("get several", e);
        }
      }

      private int find(ByteBuffer key, ByteBuffer into) {
        ByteBuffer found = dbi.get(read, key);
        if (found == null) {
          return MISSING;
        }
        int length = found.remaining();
        if (length > into.capacity()) {
          throw EngineException.doesNotFit("lmdb", length, into.capacity());
        }
        into.clear().put(found).flip();
        return length;
      }

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        try (Txn<ByteBuffer> write = env.txnWrite()) {
          dbi.put(write, key, value);
          write.commit();
        } catch (LmdbException e) {
          throw failure("put", e);
        }
      }

      @Override
      public void delete(ByteBuffer key) {
        try (Txn<ByteBuffer> write = env.txnWrite()) {
          dbi.delete(write, key);
          write.commit();
        } catch (LmdbException e) {
          throw failure("delete", e);
        }
      }

      @Override
      public Batch batch() {
        return new LmdbBatch(false);
      }

      @Override
      public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        int visited = 0;
        try {
          read.renew();
          try {
            Cursor<ByteBuffer> records = renewedCursor();
            boolean found =
                forward ? records.get(from, GetOp.MDB_SET_RANGE) : seekBack(records, from);
            while (found) {
              visitor.record(records.key(), records.val());
              visited++;
              found = visited < limit && (forward ? records.next() : records.prev());
            }
          } finally {
            read.reset();
          }
        } catch (LmdbException e) {
          throw failure("scan", e);
        }
        return visited;
      }

      private Cursor<ByteBuffer> renewedCursor() {
        if (cursor == null) {
          cursor = dbi.openCursor(read);
        } else {
          cursor.renew(read);
        }
        return cursor;
      }

      private static boolean seekBack(Cursor<ByteBuffer> records, ByteBuffer from) {
        if (!records.get(from, GetOp.MDB_SET_RANGE)) {
          return records.last();
        }
        return records.key().equals(from) || records.prev();
      }

      @Override
      public void close() {
        if (cursor != null) {
          cursor.close();
        }
        read.close();
      }
    }

    /** A write transaction from the first put to the commit; other writers wait meanwhile. */
    private final class LmdbBatch implements Batch {
      private boolean appends;
      private @Nullable Txn<ByteBuffer> write;
      private @Nullable Cursor<ByteBuffer> end;

      /**
       * A batch.
       *
       * @param appends whether to append, without a search, for as long as keys ascend
       */
      LmdbBatch(boolean appends) {
        this.appends = appends;
      }

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        try {
          if (write == null) {
            write = env.txnWrite();
            end = appends ? dbi.openCursor(write) : null;
          }
          if (end == null || !append(end, key, value)) {
            dbi.put(write, key, value);
          }
        } catch (LmdbException e) {
          close();
          throw failure("add to a batch", e);
        }
      }

      private boolean append(Cursor<ByteBuffer> cursor, ByteBuffer key, ByteBuffer value) {
        try {
          cursor.put(key, value, PutFlags.MDB_APPEND);
          return true;
        } catch (Dbi.KeyExistsException e) {
          appends = false;
          closeCursor();
          return false;
        }
      }

      @Override
      public void commit() {
        try {
          if (write != null) {
            closeCursor();
            write.commit();
          }
        } catch (LmdbException e) {
          throw failure("commit a batch", e);
        } finally {
          close();
        }
      }

      /** A cursor must not outlive its write transaction. */
      private void closeCursor() {
        if (end != null) {
          end.close();
          end = null;
        }
      }

      /** Ends the transaction, which rolls it back unless it was committed. */
      @Override
      public void close() {
        if (write != null) {
          closeCursor();
          write.close();
          write = null;
        }
      }
    }
  }
}
