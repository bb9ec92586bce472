package dev.storagebench.engines.chronicle;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.engines.BuilderOptions;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.EmbeddedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** Chronicle Map, a hash table of fixed size in a memory map. */
public final class ChronicleEngine extends BundledEngine {

  public ChronicleEngine() {
    super(
        "chronicle",
        () -> ChronicleMap.class,
        (folder, asked) -> new ChronicleStore(folder, asked));
  }

  @Override
  public Availability availability() {
    if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
      return new Availability.Unsupported(
          "Chronicle Map compiles a class when it opens a file, and this Java has no compiler",
          "run with a JDK");
    }
    if (!Object.class.getModule().isOpen("java.lang", ChronicleEngine.class.getModule())) {
      return new Availability.Unsupported(
          "Chronicle Map defines classes in the package java.lang, which is not open to it",
          "start Java with --add-opens=java.base/java.lang=ALL-UNNAMED");
    }
    return super.availability();
  }

  /**
   * An open Chronicle Map. While it is open, an empty file {@code open} lies beside it: if one is
   * found at the start, a process has died with locks held, and the map is recovered.
   */
  private static final class ChronicleStore extends EmbeddedStore {
    private static final String ANALYTICS = "chronicle.analytics.disable";
    private static final int BLOAT = 10;

    private final Path marker;
    private final Path file;
    private final ChronicleMap<ByteBuffer, ByteBuffer> map;

    ChronicleStore(Path folder, EngineSettings asked) throws IOException {
      super("chronicle", folder, asked, inForce(asked), 0);
      this.marker = folder.resolve("open");
      this.file = folder.resolve("records.map");
      System.setProperty(ANALYTICS, "true");
      ChronicleMapBuilder<ByteBuffer, ByteBuffer> builder =
          new BuilderOptions("chronicle", asked.options(), ChronicleMapBuilder.class)
              .applyTo(builder(asked.expected()));
      own(() -> Files.deleteIfExists(marker));
      this.map =
          own(
              Files.exists(marker)
                  ? builder.recoverPersistedTo(file.toFile(), false)
                  : builder.createPersistedTo(file.toFile()));
      Files.write(marker, new byte[0]);
    }

    private static Map<String, ?> inForce(EngineSettings asked) {
      long records = asked.expected().records();
      return Map.of("entries, averageKeySize, averageValueSize", records, "maxBloatFactor", BLOAT);
    }

    private static ChronicleMapBuilder<ByteBuffer, ByteBuffer> builder(
        EngineSettings.Expected expected) {
      long records = Math.max(1, expected.records());
      double record = (double) expected.rawBytes() / records + ValueChecksum.BYTES;
      double key = Math.min(expected.maxKeyBytes(), record / 2);
      return ChronicleMap.of(ByteBuffer.class, ByteBuffer.class)
          .name("records")
          .entries(records)
          .averageKeySize(key)
          .averageValueSize(record - key)
          .maxBloatFactor(BLOAT)
          .putReturnsNull(true)
          .removeReturnsNull(true);
    }

    @Override
    public Session session() {
      return new ChronicleSession();
    }

    /** Not by the map's own msync, which leaves out what was added when the table was full. */
    @Override
    protected Settling settleStore(Duration atMost) {
      return Settling.by(
          "fsync; there is no background work",
          () -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
              channel.force(true);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }

    @Override
    public Map<String, Long> stats() {
      return Map.of(
          "segments", (long) map.segments(),
          "entries", map.longSize(),
          "remainingAutoResizes", (long) map.remainingAutoResizes(),
          "percentageFreeSpace", (long) map.percentageFreeSpace());
    }

    /** One thread's access; Chronicle Map reads and writes the caller's direct buffers. */
    private final class ChronicleSession implements Session {

      @Override
      public int get(ByteBuffer key, ByteBuffer into) {
        ByteBuffer found;
        try {
          found = map.getUsing(key, into);
        } catch (RuntimeException e) {
          throw failure("get", e);
        }
        if (found == null) {
          return MISSING;
        }
        if (found.remaining() > into.capacity()) {
          throw EngineException.doesNotFit("chronicle", found.remaining(), into.capacity());
        }
        return found.remaining();
      }

      @Override
      public void put(ByteBuffer key, ByteBuffer value) {
        try {
          map.put(key, value);
        } catch (RuntimeException e) {
          throw failure("put", e);
        }
      }

      @Override
      public void delete(ByteBuffer key) {
        try {
          map.remove(key);
        } catch (RuntimeException e) {
          throw failure("delete", e);
        }
      }
    }
  }
}
