package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;

/**
 * The keys of the data set, and payloads to write.
 *
 * @param keys all keys, or a uniform sample of them
 * @param values payloads sampled from the data set
 */
public record WorkingSet(KeyTable keys, ValuePool values) {
  private static final int VALUES_BYTES = 8 << 20;

  /** Reads the working set of a data set. */
  public static WorkingSet of(PackedFile data, long seed) throws IOException {
    return new WorkingSet(KeyTable.open(data), ValuePool.sample(data, VALUES_BYTES, seed));
  }
}
