package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast reviews are read from a file in the page cache. Give any file of any form with {@code -p
 * file=…}; the counter {@code bytes} is bytes a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AmazonReadingBenchmark {
  /** The file to read. */
  @Param("")
  public String file = "";

  /** Bytes read, as a rate. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Rate {
    /** Counted once a pass. */
    public long bytes;
  }

  /** Every record handed out; key and value are looked at. */
  @Benchmark
  public long records(Rate rate) throws IOException {
    long sum = 0;
    try (RecordReader reader = new AmazonFormat().open(file, ReadOptions.STRICT)) {
      while (reader.next()) {
        sum += reader.key().limit() + reader.value().limit();
      }
    }
    rate.bytes += Files.size(Path.of(file));
    return sum;
  }
}
