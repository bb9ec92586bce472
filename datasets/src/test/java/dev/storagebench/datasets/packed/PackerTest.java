package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackerTest {
  @TempDir private Path folder;

  @Test
  void dataThatNoDiskHasRoomForIsRefusedAfterItsFirstRecords() throws IOException {
    DatasetCache cache = new DatasetCache(folder);
    assertThatThrownBy(
            () ->
                cache.obtain(
                    DatasetSpec.parse("reviews:records=1000000000000"),
                    ReadOptions.STRICT,
                    PackingProgress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reviews:records=1000000000000 has about")
        .hasMessageContaining("GiB free");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).allMatch(each -> each.toString().endsWith(".lock"));
    }
  }
}
