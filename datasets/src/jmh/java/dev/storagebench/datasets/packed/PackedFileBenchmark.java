package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long packing, walking and reading the keys of a file of 1 GiB take; GiB/s is 1000 divided by
 * the milliseconds.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx512m", "-XX:MaxDirectMemorySize=1g"})
public class PackedFileBenchmark {
  @Param({"100", "1000", "100000"})
  public int valueBytes;

  private Path folder = Path.of("");
  private byte[] values = new byte[0];

  @Setup(Level.Trial)
  public void write() throws IOException {
    folder = Files.createTempDirectory("packed-file");
    values = new byte[valueBytes * 16];
    new Random(1).nextBytes(values);
    pack(folder.resolve("x.records"));
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Files.delete(folder.resolve("x.records"));
    Files.deleteIfExists(folder.resolve("x.records.keys"));
    Files.deleteIfExists(folder.resolve("y.records"));
    Files.delete(folder);
  }

  @Benchmark
  public PackedSummary pack() throws IOException {
    return pack(folder.resolve("y.records"));
  }

  private PackedSummary pack(Path file) throws IOException {
    ByteBuffer key =
        ByteBuffer.wrap("B000000000/A00000000000000".getBytes(StandardCharsets.US_ASCII));
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (int i = 0; i < (1 << 30) / (valueBytes + key.remaining()); i++) {
        key.putInt(4, i);
        writer.add(key, ByteBuffer.wrap(values, i % 16 * valueBytes, valueBytes));
      }
      return writer.finish();
    }
  }

  /** All records, the first and last byte of each value touched. */
  @Benchmark
  public long walk() throws IOException {
    long sum = 0;
    try (PackedFile packed = PackedFile.open(folder.resolve("x.records"));
        PackedCursor cursor = packed.cursor()) {
      while (cursor.next()) {
        ByteBuffer value = cursor.value();
        sum += value.get(value.position()) + value.get(value.limit() - 1);
      }
    }
    return sum;
  }

  @Benchmark
  public long readKeys() throws IOException {
    try (PackedFile packed = PackedFile.open(folder.resolve("x.records"))) {
      return KeyTable.open(packed).size();
    }
  }
}
