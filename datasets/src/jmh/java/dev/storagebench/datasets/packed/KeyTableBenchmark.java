package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * What a random key costs, beside drawing its index alone ({@code baseline}). Run with {@code java
 * -cp <test class path> org.openjdk.jmh.Main KeyTableBenchmark -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx512m", "-XX:MaxDirectMemorySize=1g"})
public class KeyTableBenchmark {
  @Param({"100000", "5000000"})
  public int keys;

  private Path folder = Path.of("");
  private KeyTable.@Nullable View view;
  private SplittableRandom random = new SplittableRandom(1);

  @Setup(Level.Trial)
  public void read() throws IOException {
    folder = Files.createTempDirectory("key-table");
    Path file = folder.resolve("x.records");
    ByteBuffer value = ByteBuffer.allocate(8);
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (int i = 0; i < keys; i++) {
        writer.add(StandardCharsets.US_ASCII.encode("B%09d/A%013d".formatted(i % 9973, i)), value);
      }
      writer.finish();
    }
    try (PackedFile packed = PackedFile.open(file)) {
      view = KeyTable.open(packed).view();
    }
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Files.delete(folder.resolve("x.records"));
    Files.deleteIfExists(folder.resolve("x.records.keys"));
    Files.delete(folder);
  }

  @Benchmark
  public long baseline() {
    return random.nextLong(keys);
  }

  /** The key's place only. */
  @Benchmark
  public ByteBuffer key() {
    return view.key(random.nextLong(keys));
  }

  /** The key's place and its first bytes. */
  @Benchmark
  public long keyAndFirstBytes() {
    ByteBuffer key = view.key(random.nextLong(keys));
    return key.getLong(key.position());
  }
}
