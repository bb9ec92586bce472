package dev.storagebench.engines.chronicle;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.FolderStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.SettingsReport;
import dev.storagebench.engines.BuilderOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.hash.ChronicleHashClosedException;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * An open Chronicle Map. A file {@code open} lies beside it as long as it is: where one is found, a
 * process has died with locks held, and the map is recovered.
 */
final class ChronicleStore extends FolderStore {
  private static final String DOCUMENTATION =
      "https://github.com/OpenHFT/Chronicle-Map/blob/ea/docs/CM_Tutorial.adoc";
  private static final String ANALYTICS = "chronicle.analytics.disable";
  private static final int BLOAT = 10;

  private final Path marker;
  private final Path file;
  private final ChronicleMap<ByteBuffer, ByteBuffer> map;
  private final List<AppliedSetting> settings;

  ChronicleStore(Path folder, EngineSettings asked) {
    super(folder);
    this.marker = folder.resolve("open");
    this.file = folder.resolve("records.map");
    System.setProperty(ANALYTICS, "true");
    try {
      ChronicleMapBuilder<ByteBuffer, ByteBuffer> builder =
          new BuilderOptions("chronicle", asked.options(), ChronicleMapBuilder.class)
              .applyTo(builder(asked.expected()));
      this.map =
          Files.exists(marker)
              ? builder.recoverPersistedTo(file.toFile(), false)
              : builder.createPersistedTo(file.toFile());
      Files.write(marker, new byte[0]);
    } catch (EngineException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw failure("open " + folder, e);
    }
    this.settings = report(asked);
  }

  private static ChronicleMapBuilder<ByteBuffer, ByteBuffer> builder(
      EngineSettings.Expected expected) {
    long records = Math.max(1, expected.records());
    double record = Math.max(2, (double) expected.rawBytes() / records);
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

  private static List<AppliedSetting> report(EngineSettings asked) {
    SettingsReport report =
        new SettingsReport()
            .ignored("cacheBytes", "it has no cache of its own; it works in a memory map")
            .ignored("writeBufferBytes", "there is none")
            .ignored("blockBytes", "records lie in chunks whose size follows from the average")
            .honoured("compression", "none", "it has none")
            .honoured(
                "durability",
                Durability.NONE,
                "recovery drops a record that was being replaced when the process died");
    return report
        .ignored("bloomBitsPerKey", "a hash table needs no filter")
        .own(
            "entries, averageKeySize, averageValueSize",
            asked.expected().records(),
            "must be given, the table is made for them: " + DOCUMENTATION)
        .own("maxBloatFactor", BLOAT, "records that are longer or more than expected find room")
        .own(
            "putReturnsNull, removeReturnsNull",
            true,
            "earlier values would be copied for nobody: " + DOCUMENTATION)
        .own(ANALYTICS, true, "it would report its use over the network")
        .candidate(asked.options())
        .settings();
  }

  static EngineException failure(String what, Exception e) {
    return new EngineException("chronicle: cannot " + what + ": " + e, e);
  }

  @Override
  public Session session() {
    return new ChronicleSession(map);
  }

  @Override
  public Settling settle(Duration atMost) {
    long start = System.nanoTime();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // Not its msync, which leaves out what was added when the table was full.
      channel.force(true);
    } catch (IOException e) {
      throw failure("settle", e);
    }
    return new Settling(
        true, Duration.ofNanos(System.nanoTime() - start), "fsync; no background work");
  }

  @Override
  public List<AppliedSetting> settings() {
    return settings;
  }

  @Override
  public Map<String, Long> stats() {
    return Map.of(
        "segments", (long) map.segments(),
        "longSize", map.longSize(),
        "remainingAutoResizes", (long) map.remainingAutoResizes(),
        "percentageFreeSpace", (long) map.percentageFreeSpace());
  }

  @Override
  public void close() {
    try {
      map.close();
      Files.deleteIfExists(marker);
    } catch (IOException | ChronicleHashClosedException e) {
      throw failure("close", e);
    }
  }
}
