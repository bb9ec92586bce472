package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.datasets.packed.PackedSummary;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StoreSpaceCheckTest {
  private static final long MIB = 1L << 20;
  private static final PackedSummary DATA =
      new PackedSummary(1000, 10 * MIB, 90 * MIB, 100, 9000, "0123456789abcdef", null);

  private static Capabilities engine(CacheLocation cache, boolean storesValues) {
    Capabilities engine =
        Capabilities.cachingIn(cache).compressions(Compression.NONE, Compression.ZSTD);
    return storesValues ? engine : engine.without(Capabilities.Feature.STORED_VALUES);
  }

  /** Two stores of 100 MiB raw, 90 MiB of them values. */
  private static StoreSpaceCheck two(long freeMib, Compression compression) {
    Capabilities engine = engine(CacheLocation.PAGE_CACHE, true);
    return StoreSpaceCheck.of(Path.of("/cache"), freeMib * MIB)
        .with(engine, compression, DATA, 1)
        .with(engine, compression, DATA, 1);
  }

  @Test
  void lessThanTheBareValuesIsRefusedWithFolderSizesAndTheWayOut() {
    assertThatThrownBy(two(179, Compression.NONE)::check)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "/cache has 179MiB free", "2 stores", "at least 180MiB", "1000MiB", "--cache-folder")
        .hasMessageContaining("STORAGE_BENCH_CACHE");
  }

  @Test
  void whatMayBeEnoughIsAWarning() {
    assertThat(two(180, Compression.NONE).check()).get().asString().contains("1000MiB");
    assertThat(two(999, Compression.NONE).check()).isPresent();
    assertThat(two(1000, Compression.NONE).check()).isEmpty();
  }

  @Test
  void noStoreThatCompressesIsRefused() {
    assertThat(two(1, Compression.ZSTD).check()).isPresent();
  }

  @Test
  void whatIsNotInTheFolderNeedsNoRoom() {
    assertThat(StoreSpaceCheck.of(Path.of("/cache"), 0).check()).isEmpty();
    assertThat(
            StoreSpaceCheck.of(Path.of("/cache"), 0)
                .with(engine(CacheLocation.SERVER, true), Compression.NONE, DATA, 1)
                .with(engine(CacheLocation.PAGE_CACHE, false), Compression.NONE, DATA, 1)
                .check())
        .isEmpty();
  }
}
