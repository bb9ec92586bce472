package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.packed.PackedFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuePoolTest {

  /** A fork's heap has no room for the places of millions of tiny values. */
  @Test
  void theNumberOfPayloadsIsLimitedAsTheirBytesAre(@TempDir Path folder) throws Exception {
    try (PackedFile file = Samples.packed(folder, ValuePool.MAX_PAYLOADS + 1000)) {
      assertThat(ValuePool.sample(file, 1 << 24, 1).size()).isEqualTo(ValuePool.MAX_PAYLOADS);
      ValuePool small = ValuePool.sample(file, 10_000, 1);
      assertThat(small.bytes()).isBetween(5_000, 10_000);
    }
  }
}
