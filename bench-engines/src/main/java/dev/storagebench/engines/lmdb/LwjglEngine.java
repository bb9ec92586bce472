package dev.storagebench.engines.lmdb;

import static org.lwjgl.util.lmdb.LMDB.*;

import dev.storagebench.core.engine.Batch;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongToIntFunction;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.lmdb.LMDB;
import org.lwjgl.util.lmdb.MDBVal;

/** LMDB 1.0, a copy-on-write B+ tree in a memory map, over LWJGL's JNI. */
public final class LwjglEngine extends BundledEngine {

  public LwjglEngine() {
    super("lmdb-lwjgl", () -> LMDB.class, (folder, asked) -> new LwjglStore(folder, asked));
  }

  /** Another version would need its native library, an artifact of its own. */
  @Override
  public StorageEngine as(Candidate candidate) {
    if (!candidate.version().isEmpty()) {
      throw new IllegalArgumentException(
          "candidate %s: %s has no other versions; leave out @%s"
              .formatted(candidate.label(), name(), candidate.version()));
    }
    return this;
  }

  @Override
  protected String version() {
    return NativeMemory.version(LMDB::nmdb_version);
  }

  private static int check(int code) {
    if (code != MDB_SUCCESS) {
      throw new EngineException("lmdb-lwjgl: %s (%d)".formatted(mdb_strerror(code), code));
    }
    return code;
  }

  /** An open LMDB environment with its one unnamed database. */
  private static final class LwjglStore extends EmbeddedStore {
    private static final long BATCH_BYTES = 64L << 20;
    private static final int MODE = 0644;

    private final long env;
    private final int dbi;

    LwjglStore(Path folder, EngineSettings asked) {
      super("lmdb-lwjgl", folder, asked, LmdbEngine.inForce(folder, asked), BATCH_BYTES);
      EngineException.refuseAll(engine, asked.options().keySet());
      this.env = pointer(LMDB::nmdb_env_create);
      own(() -> mdb_env_close(env));
      check(mdb_env_set_mapsize(env, LmdbEngine.mapBytes(asked)));
      check(mdb_env_set_maxreaders(env, LmdbEngine.MAX_READERS));
      int flags = MDB_NOTLS;
      flags |= asked.durability() == Durability.SYNC ? 0 : MDB_NOSYNC;
      flags |= LmdbEngine.isLargerThanMemory(folder, asked) ? MDB_NORDAHEAD : 0;
      check(mdb_env_open(env, folder.toString(), flags, MODE));
      long begin = begin(0);
      int[] opened = {0};
      check(nmdb_dbi_open(begin, MemoryUtil.NULL, MDB_CREATE, opened));
      check(mdb_txn_commit(begin));
      this.dbi = opened[0];
    }

    /** Makes a call that stores a pointer at an address, and returns the pointer. */
    private static long pointer(LongToIntFunction call) {
      long address = MemoryUtil.nmemAlloc(Long.BYTES);
      try {
        check(call.applyAsInt(address));
        return MemoryUtil.memGetAddress(address);
      } finally {
        MemoryUtil.nmemFree(address);
      }
    }

    private long begin(int flags) {
      return pointer(txn -> nmdb_txn_begin(env, MemoryUtil.NULL, flags, txn));
    }

    @Override
    public Session session() {
      return new LwjglSession();
    }

    @Override
    protected Batch loadBatch(Session session) {
      return ((LwjglSession) session).new LwjglBatch(MDB_APPEND);
    }

    @Override
    protected Settling settleStore(Duration atMost) {
      return Settling.by(
          "mdb_env_sync; there is no background work", () -> check(mdb_env_sync(env, true)));
    }

    /** One thread's access, with its read transaction and cursor renewed for each read. */
    private final class LwjglSession implements Session {
      private final long key = MemoryUtil.nmemCalloc(2, MDBVal.SIZEOF);
      private final long value = key + MDBVal.SIZEOF;
      private final long read = begin(MDB_RDONLY);
      private final long cursor = pointer(address -> nmdb_cursor_open(read, dbi, address));

      LwjglSession() {
        mdb_txn_reset(read);
      }

      private static void set(long struct, ByteBuffer bytes) {
        MemoryUtil.memPutAddress(struct + MDBVal.MV_SIZE, bytes.remaining());
        MemoryUtil.memPutAddress(struct + MDBVal.MV_DATA, MemoryUtil.memAddress(bytes));
      }

      private static ByteBuffer view(long struct) {
        return MemoryUtil.memByteBuffer(
            MemoryUtil.memGetAddress(struct + MDBVal.MV_DATA),
            (int) MemoryUtil.memGetAddress(struct + MDBVal.MV_SIZE));
      }

      @Override
      public int get(ByteBuffer bytes, ByteBuffer into) {
        check(mdb_txn_renew(read));
        try {
          return find(bytes, into);
        } finally {
          mdb_txn_reset(read);
        }
      }

      /** With one snapshot. */
      @Override
      public void getAll(ByteBuffer[] keys, ByteBuffer[] into, int[] lengths) {
        check(mdb_txn_renew(read));
        try {
          for (int i = 0; i < keys.length; i++) {
            lengths[i] = find(keys[i], into[i]);
          }
        } finally {
          mdb_txn_reset(read);
        }
      }

      private int find(ByteBuffer bytes, ByteBuffer into) {
        set(key, bytes);
        int code = nmdb_get(read, dbi, key, value);
        if (code == MDB_NOTFOUND) {
          return MISSING;
        }
        check(code);
        int length = (int) MemoryUtil.memGetAddress(value + MDBVal.MV_SIZE);
        if (length > into.capacity()) {
          throw EngineException.doesNotFit(engine, length, into.capacity());
        }
        into.clear().limit(length);
        MemoryUtil.memCopy(
            MemoryUtil.memGetAddress(value + MDBVal.MV_DATA), MemoryUtil.memAddress(into), length);
        return length;
      }

      @Override
      public void put(ByteBuffer bytes, ByteBuffer stored) {
        try (Batch one = new LwjglBatch(0)) {
          one.put(bytes, stored);
          one.commit();
        }
      }

      @Override
      public void delete(ByteBuffer bytes) {
        set(key, bytes);
        long write = begin(0);
        int code = nmdb_del(write, dbi, key, MemoryUtil.NULL);
        if (code == MDB_SUCCESS) {
          check(mdb_txn_commit(write));
        } else {
          mdb_txn_abort(write);
          check(code == MDB_NOTFOUND ? MDB_SUCCESS : code);
        }
      }

      @Override
      public Batch batch() {
        return new LwjglBatch(0);
      }

      @Override
      public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
        boolean forward = direction == Direction.FORWARD;
        set(key, from);
        int visited = 0;
        check(mdb_txn_renew(read));
        try {
          check(mdb_cursor_renew(read, cursor));
          boolean found = moved(MDB_SET_RANGE);
          if (!forward) {
            found = found ? view(key).equals(from) || moved(MDB_PREV) : moved(MDB_LAST);
          }
          while (found) {
            visitor.record(view(key), view(value));
            visited++;
            found = visited < limit && moved(forward ? MDB_NEXT : MDB_PREV);
          }
        } finally {
          mdb_txn_reset(read);
        }
        return visited;
      }

      private boolean moved(int operation) {
        int code = nmdb_cursor_get(cursor, key, value, operation);
        return code != MDB_NOTFOUND && check(code) == MDB_SUCCESS;
      }

      @Override
      public void close() {
        mdb_cursor_close(cursor);
        mdb_txn_abort(read);
        MemoryUtil.nmemFree(key);
      }

      /** A write transaction from the first put to the commit; other writers wait meanwhile. */
      private final class LwjglBatch implements Batch {
        private int flags;
        private long write;

        /**
         * A batch.
         *
         * @param flags {@code MDB_APPEND} to append, without a search, for as long as keys ascend
         */
        LwjglBatch(int flags) {
          this.flags = flags;
        }

        @Override
        public void put(ByteBuffer bytes, ByteBuffer stored) {
          if (write == MemoryUtil.NULL) {
            write = begin(0);
          }
          set(key, bytes);
          set(value, stored);
          int code = nmdb_put(write, dbi, key, value, flags);
          if (code == MDB_KEYEXIST && flags != 0) {
            flags = 0;
            set(value, stored);
            code = nmdb_put(write, dbi, key, value, flags);
          }
          if (code != MDB_SUCCESS) {
            close();
            check(code);
          }
        }

        @Override
        public void commit() {
          if (write != MemoryUtil.NULL) {
            long ended = write;
            write = MemoryUtil.NULL;
            check(mdb_txn_commit(ended));
          }
        }

        @Override
        public void close() {
          if (write != MemoryUtil.NULL) {
            mdb_txn_abort(write);
            write = MemoryUtil.NULL;
          }
        }
      }
    }
  }
}
