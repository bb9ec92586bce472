package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForkHeapTest {
  private static final long MIB = 1L << 20;

  private static long heap(CacheLocation home, long memoryBytes) {
    EngineSettings settings =
        new EngineSettings(
            memoryBytes,
            200 * MIB,
            Optional.empty(),
            Optional.empty(),
            Compression.NONE,
            Durability.PROCESS,
            Optional.empty(),
            new EngineSettings.Expected(100_000, 100 * MIB, 20, 1000),
            Map.of());
    return ForkHeap.of(home, settings, 2).bytes() / MIB;
  }

  @Test
  void anEngineOnTheHeapHasRoomForGarbageUnlessMemoryIsLimited() {
    assertThat(heap(CacheLocation.HEAP, 400 * MIB)).isBetween(420L, 430L);
    assertThat(heap(CacheLocation.HEAP, EngineSettings.UNLIMITED)).isBetween(1444L, 1454L);
    assertThat(heap(CacheLocation.PAGE_CACHE, 400 * MIB)).isLessThan(32);
    assertThat(heap(CacheLocation.PAGE_CACHE, EngineSettings.UNLIMITED)).isBetween(1024L, 1056L);
  }

  @Test
  void batchesHaveRoomForTheirRecordsAndNoMoreThanThereAre() {
    PackedSummary data = new PackedSummary(1000, 20_000, 1_000_000, 20, 1000, "", null);
    ForkHeap heap = new ForkHeap(MIB, 0, true);
    assertThat(heap.holding(100, data).bytes()).isEqualTo(2 * MIB);
    assertThat(heap.holding(1000, data).bytes())
        .isGreaterThan(heap.bytes() + data.rawBytes())
        .isEqualTo(heap.holding(9000, data).bytes());
  }

  @Test
  void otherEnginesHaveASmallHeapAndRoomForWhatBindingsAllocate() {
    assertThat(heap(CacheLocation.NATIVE, 400 * MIB)).isLessThan(32);
    assertThat(heap(CacheLocation.NATIVE, EngineSettings.UNLIMITED))
        .isEqualTo(heap(CacheLocation.NATIVE, 400 * MIB) + 256);
  }
}
