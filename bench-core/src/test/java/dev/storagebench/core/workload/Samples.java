package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Small data sets for tests. */
public final class Samples {

  private Samples() {}

  /** Records {@code key 0 …} whose values are 1 to 200 bytes long. */
  public static PackedFile packed(Path folder, int records) throws IOException {
    Path file = folder.resolve("sample-" + records + ".records");
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (int i = 0; i < records; i++) {
        writer.add(bytes("key " + i), bytes("v".repeat(1 + i % 200)));
      }
      writer.finish();
    }
    return PackedFile.open(file);
  }

  /** The digest of operations on all records. */
  static String digest(
      WorkingSet set,
      Distribution distribution,
      int readPercent,
      int insertPercent,
      Seeds seeds,
      int threads) {
    return OperationStream.digest(
        set,
        seeds,
        threads,
        thread ->
            new OperationStream(
                set.keys(), distribution, readPercent, insertPercent, seeds, thread, threads));
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
