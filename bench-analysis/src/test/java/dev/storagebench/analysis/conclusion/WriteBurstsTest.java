package dev.storagebench.analysis.conclusion;

import static dev.storagebench.analysis.compare.Runs.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriteBurstsTest {
  private static final double MIB = 1 << 20;

  private static CellResult round(
      String engine, String workload, double writes, double dirtyBytes, @Nullable Long buffer) {
    return round(cell(workload, engine), writes, dirtyBytes, buffer);
  }

  /** A round that wrote as many values of a KiB. */
  private static CellResult round(
      Cell cell, double writes, double dirtyBytes, @Nullable Long buffer) {
    Score score = new Score("primary", 1000, "ops/s", List.of(1000.0), List.of());
    List<AppliedSetting> settings =
        List.of(
            new AppliedSetting(
                "writeBufferBytes",
                buffer == null ? "-" : buffer.toString(),
                buffer == null ? AppliedSetting.Role.IGNORED : AppliedSetting.Role.HONOURED,
                ""));
    return new CellResult(
        cell,
        0,
        Status.MEASURED,
        null,
        10,
        score,
        List.of(
            amount("writes", writes),
            amount("bytesWritten", writes * 1024),
            amount("dirty", dirtyBytes)),
        null,
        CellReport.of(new CellReport.Engine(cell.label(), "1", ""), null, settings),
        List.of(),
        null);
  }

  private static Score amount(String name, double value) {
    return new Score(name, value, "#", List.of(), List.of());
  }

  private static List<String> caveats(CellResult... rounds) {
    return WriteBursts.notes(new Dimensions(Runs.run("cpu", List.of(rounds)))).stream()
        .map(Note::text)
        .toList();
  }

  @Test
  void namesWhatFitInAWriteBuffer() {
    assertThat(caveats(round("rocksdb", "ReadWriteMix", 10_240, 0, 64L << 20)))
        .element(0)
        .asString()
        .isEqualTo(
            "Written, and never flushed from a write buffer: 10.0MiB (rocksdb's ReadWriteMix 95).");
  }

  @Test
  void namesWhatIsNotOnTheDisk() {
    assertThat(caveats(round("lmdb", "RandomWrite", 102_400, 150 * MIB, null)))
        .element(0)
        .asString()
        .startsWith("Writes are bursts: 150MiB (lmdb's RandomWrite) had not reached the disk.");
  }

  @Test
  void theRemedyIsMoreDataNotMoreTime() {
    assertThat(caveats(round("lmdb", "RandomWrite", 102_400, 150 * MIB, null)))
        .last()
        .asString()
        .contains("--bytes", "--memory")
        .doesNotContain("--minutes");
  }

  @Test
  void stagesOfOneStoreAreNotSentToTheSuiteThatHasThem() {
    Cell stage = cell("RandomWrite", "lmdb", Cell.STAGE, "3 overwrite");
    assertThat(caveats(round(stage, 102_400, 150 * MIB, null)))
        .singleElement()
        .asString()
        .isEqualTo("Writes are bursts: 150MiB (lmdb's 3 overwrite) had not reached the disk.");
  }

  /** Of a store of 100 bytes that has so many after its writes. */
  private static CellResult grown(String workload, long bytes) {
    Store.Settling idle = new Store.Settling(true, Duration.ZERO, "idle");
    CellReport report =
        new CellReport(
            null,
            null,
            null,
            null,
            new StoreInfo("", "xodus", "1", 1, 100, 1, idle, 100),
            List.of(),
            null,
            null,
            null,
            new CellReport.After(
                idle, bytes, Map.of(), List.of(), null, null, List.of(), List.of()),
            null);
    return Runs.with(Runs.measured(cell(workload, "xodus"), 0, 1000), List.of(), report);
  }

  @Test
  void aStoreThatHasGrownByMoreThanAHalfIsNamed() {
    assertThat(caveats(grown("RandomWrite", 301)))
        .containsExactly(
            "Size after writing, as a multiple of the loaded store's: 3.01× (xodus's"
                + " RandomWrite).");
    assertThat(caveats(grown("RandomWrite", 150))).isEmpty();
    assertThat(caveats(grown("PointRead", 301))).isEmpty();
  }

  @Test
  void saysNothingOfWritesThatWerePaidForNorOfReads() {
    assertThat(
            caveats(
                round("rocksdb", "RandomWrite", 1_024_000, 10 * MIB, 64L << 20),
                round("lmdb", "PointRead", 0, 900 * MIB, null)))
        .isEmpty();
  }
}
