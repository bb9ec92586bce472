package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Capabilities.Feature;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForkHeapTest {
  private static final long MIB = 1L << 20;

  private static long heap(CacheLocation home, long memoryBytes) {
    return heap(Capabilities.cachingIn(home), memoryBytes, Optional.empty());
  }

  private static long heap(Capabilities engine, long memoryBytes, Optional<Long> writeBuffer) {
    EngineSettings settings =
        new EngineSettings(
            memoryBytes,
            200 * MIB,
            writeBuffer,
            Optional.empty(),
            Compression.NONE,
            Durability.PROCESS,
            Optional.empty(),
            new EngineSettings.Expected(100_000, 100 * MIB, 20, 1000),
            Map.of());
    return ForkHeap.of(engine, settings, 2).bytes() / MIB;
  }

  @Test
  void anEngineOnTheHeapHasRoomForGarbageUnlessMemoryIsLimited() {
    assertThat(heap(CacheLocation.HEAP, 400 * MIB)).isBetween(420L, 430L);
    assertThat(heap(CacheLocation.HEAP, EngineSettings.UNLIMITED)).isBetween(1444L, 1454L);
  }

  @Test
  void whatHasNoBoundHasAQuarterOfTheLimitToWait() {
    Capabilities bounded = Capabilities.cachingIn(CacheLocation.HEAP);
    Capabilities unbounded = bounded.without(Feature.BOUNDED_WRITES);
    Optional<Long> small = Optional.of(8 * MIB);
    assertThat(heap(bounded, 160 * MIB, small)).isBetween(340L, 345L);
    assertThat(heap(unbounded, 160 * MIB, small)).isBetween(388L, 393L);
    assertThat(heap(unbounded, 4096 * MIB, small)).isBetween(424L, 429L);
  }

  @Test
  void otherEnginesHaveASmallHeapEitherWay() {
    assertThat(heap(CacheLocation.NATIVE, EngineSettings.UNLIMITED))
        .isEqualTo(heap(CacheLocation.NATIVE, 400 * MIB))
        .isLessThan(32);
  }
}
