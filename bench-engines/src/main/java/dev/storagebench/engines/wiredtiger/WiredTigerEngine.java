package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.EmbeddedStore;
import dev.storagebench.engines.library.LibraryEngine;
import dev.storagebench.engines.library.NativeCall;
import dev.storagebench.engines.library.SystemLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** WiredTiger, MongoDB's B-tree, in a library of the system. */
public final class WiredTigerEngine extends LibraryEngine {
  private static final String REMEDY = "apt-get install libwiredtiger0";

  public WiredTigerEngine() {
    this(new SystemLibrary("wiredtiger", "wiredtiger", REMEDY));
  }

  private WiredTigerEngine(SystemLibrary library) {
    super(library);
  }

  @Override
  protected LibraryEngine with(SystemLibrary other, Candidate candidate) {
    return new WiredTigerEngine(other);
  }

  /** Since 2 with its own leaf_value_max. */
  @Override
  public int storeRevision() {
    return 2;
  }

  @Override
  protected String version(Path file) {
    return new WiredTigerLibrary(file).version();
  }

  /** WiredTiger's name of a codec. */
  static String codec(Compression compression) {
    return compression.name().toLowerCase(Locale.ROOT);
  }

  /** The extension with a codec, a library of its own: beside WiredTiger's, or installed. */
  private Optional<Path> extension(Compression compression) {
    if (compression == Compression.NONE) {
      return Optional.empty();
    }
    String name = "wiredtiger_" + codec(compression);
    return systemLibrary()
        .file()
        .map(file -> file.resolveSibling("lib" + name + ".so"))
        .filter(Files::isRegularFile)
        .or(() -> new SystemLibrary(name(), name, REMEDY).file());
  }

  @Override
  public Capabilities capabilities() {
    Set<Compression> codecs = EnumSet.of(Compression.NONE);
    for (Compression each : Compression.values()) {
      if (extension(each).isPresent()) {
        codecs.add(each);
      }
    }
    return Capabilities.cachingIn(CacheLocation.NATIVE).compressions(codecs);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings asked, Path file) {
    return new WiredTigerStore(
        folder, new WiredTigerLibrary(file), asked, extension(asked.compression()));
  }

  /**
   * An open WiredTiger database with its one table. A candidate's options are those of {@code
   * wiredtiger_open} and, prefixed with {@code create.}, those of {@code WT_SESSION.create}; a
   * {@code ;} in their values stands for WiredTiger's comma.
   */
  private static final class WiredTigerStore extends EmbeddedStore {
    private static final String CREATE = "create.";
    private static final String DOCUMENTATION = "https://source.wiredtiger.com/mongodb-4.2/";
    private static final String AS_MONGODB =
        "as in MongoDB: https://github.com/mongodb/mongo/tree/v4.2/src/mongo/db/storage/wiredtiger";
    private static final long MIN_CACHE_BYTES = 1 << 20;
    private static final int DEFAULT_LEAF_BYTES = 32 << 10;
    private static final int DEFAULT_ALLOCATION_BYTES = 4096;
    private static final int MIN_ALLOCATION_BYTES = 512;
    private static final int MAX_SESSIONS = 1024;
    // Longer than any key of a session.
    private static final int NO_KEY_BYTES = 512;
    private static final String CHECKPOINTS = "(wait=60,log_size=2GB)";

    private final WiredTigerLibrary library;
    private final long connection;
    private final long session;

    /**
     * Opens it.
     *
     * @param codec the extension with the codec; empty for no compression
     */
    WiredTigerStore(
        Path folder, WiredTigerLibrary library, EngineSettings asked, Optional<Path> codec) {
      super("wiredtiger", folder, asked, report(asked), 0);
      this.library = library;
      boolean beginsLog = asked.durability() != Durability.NONE && !hasLog(folder);
      this.connection = library.open(folder, connectionConfig(asked, codec));
      long close = library.method(connection, HandleMethod.CONNECTION_CLOSE);
      own(() -> library.check("close " + folder, NativeCall.call(close, connection, 0)));
      try {
        this.session = library.openSession(connection);
        library.create(session, WiredTigerSession.TABLE, tableConfig(asked));
        if (beginsLog) {
          beginLog();
        }
      } catch (EngineException e) {
        close();
        throw e;
      }
    }

    private static boolean hasLog(Path folder) {
      try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "WiredTigerLog.*")) {
        return logs.iterator().hasNext();
      } catch (IOException e) {
        throw new EngineException("cannot list " + folder, e);
      }
    }

    /**
     * Recovery skips a table whose last checkpoint was made without a log, as that of a store that
     * was loaded is; and a checkpoint skips a table that has not changed. So that it changes, a key
     * that no caller can have is put and deleted.
     */
    private void beginLog() {
      ByteBuffer key = ByteBuffer.allocateDirect(NO_KEY_BYTES);
      try (Session changing = session()) {
        changing.put(key, key);
        changing.delete(key);
      }
      settleStore(Duration.ZERO);
    }

    private static long cacheBytes(EngineSettings asked) {
      return Math.max(MIN_CACHE_BYTES, asked.cacheBytes());
    }

    /**
     * The unit in which files are allocated, at most a page. A compressed page is only kept if it
     * saves a unit, which a page of one unit cannot.
     */
    private static int allocationBytes(EngineSettings asked) {
      int leaf = asked.blockBytes().orElse(DEFAULT_LEAF_BYTES);
      return asked.compression() == Compression.NONE || leaf > DEFAULT_ALLOCATION_BYTES
          ? Math.min(DEFAULT_ALLOCATION_BYTES, Integer.highestOneBit(leaf))
          : MIN_ALLOCATION_BYTES;
    }

    private static int leafBytes(EngineSettings asked) {
      int unit = allocationBytes(asked);
      return (asked.blockBytes().orElse(DEFAULT_LEAF_BYTES) + unit - 1) / unit * unit;
    }

    private static String connectionConfig(EngineSettings asked, Optional<Path> codec) {
      String log =
          switch (asked.durability()) {
            case NONE -> "log=(enabled=false)";
            case PROCESS -> "log=(enabled=true),transaction_sync=(enabled=true,method=none)";
            case SYNC -> "log=(enabled=true),transaction_sync=(enabled=true,method=fsync)";
          };
      return "create,cache_size=%d,session_max=%d,checkpoint=%s,%s,extensions=[%s]%s"
          .formatted(
              cacheBytes(asked),
              MAX_SESSIONS,
              CHECKPOINTS,
              log,
              codec.map(file -> "\"" + file + "\"").orElse(""),
              candidateConfig(asked, false));
    }

    private static String tableConfig(EngineSettings asked) {
      return "key_format=u,value_format=u,allocation_size=%d,leaf_page_max=%d,block_compressor=%s%s"
          .formatted(
              allocationBytes(asked),
              leafBytes(asked),
              asked.compression() == Compression.NONE ? "" : codec(asked.compression()),
              candidateConfig(asked, true));
    }

    /** A candidate's own options, which override earlier ones of the same names. */
    private static String candidateConfig(EngineSettings asked, boolean ofTable) {
      return SystemLibrary.engineOptions(asked.options()).entrySet().stream()
          .filter(option -> option.getKey().startsWith(CREATE) == ofTable)
          .map(
              option ->
                  ",%s=%s"
                      .formatted(
                          option.getKey().replaceFirst("^" + Pattern.quote(CREATE), ""),
                          option.getValue().replace(';', ',')))
          .collect(Collectors.joining());
    }

    private static SettingsReport report(EngineSettings asked) {
      SettingsReport report =
          new SettingsReport()
              .limited(
                  "cacheBytes",
                  asked.cacheBytes(),
                  cacheBytes(asked),
                  "cache_size; holds modified pages as well",
                  "cache_size is at least 1 MB")
              .ignored("writeBufferBytes", "modified pages stay in the cache")
              .limited(
                  "blockBytes",
                  asked.blockBytes(),
                  leafBytes(asked),
                  "leaf_page_max",
                  "leaf_page_max is a multiple of " + allocationBytes(asked))
              .honoured("compression", asked.compression(), "block_compressor")
              .durability(
                  asked.durability(),
                  Durability.NONE,
                  "log=(enabled=false): a crash loses everything since the last checkpoint",
                  "transaction_sync=(enabled=true,method=none): the log is written to the file system"
                      + " at each commit",
                  "transaction_sync=(enabled=true,method=fsync)")
              .ignored("bloomBitsPerKey", "a B-tree needs no filter")
              .own("checkpoint", CHECKPOINTS, "the log would grow without limit; " + AS_MONGODB)
              .own(
                  "begin_transaction of batches",
                  WiredTigerSession.BATCH_ISOLATION,
                  "with the default, read-committed, concurrent batches over the same keys mix: "
                      + DOCUMENTATION)
              .own(
                  "session_max",
                  MAX_SESSIONS,
                  "one session per thread; the default is 100: " + DOCUMENTATION);
      if (allocationBytes(asked) != DEFAULT_ALLOCATION_BYTES) {
        report.own(
            "allocation_size",
            allocationBytes(asked),
            "a page occupies at least one unit, with the default 4,096 bytes: "
                + DOCUMENTATION
                + "tune_page_size_and_comp.html");
      }
      return report;
    }

    @Override
    public Session session() {
      return new WiredTigerSession(library, connection);
    }

    /** What may go on after the checkpoint is eviction, which only frees clean pages then. */
    @Override
    protected Settling settleStore(Duration atMost) {
      long checkpoint = library.method(session, HandleMethod.CHECKPOINT);
      return Settling.by(
          "WT_SESSION.checkpoint; there is no other background work",
          () -> library.check("checkpoint", NativeCall.call(checkpoint, session, 0)));
    }
  }
}
