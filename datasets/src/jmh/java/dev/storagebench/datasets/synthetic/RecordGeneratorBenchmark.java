package dev.storagebench.datasets.synthetic;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Generated records and bytes per second on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordGeneratorBenchmark {
  /** What is generated. */
  @Param({"reviews", "finefoods", "articles"})
  String kind;

  private RecordGenerator generator;
  private long index;

  /** Bytes of keys and values; JMH shows them per second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    /** Bytes so far. */
    public long bytes;
  }

  /** Makes the generator. */
  @Setup
  public void start() {
    generator =
        ((GeneratedFormat) DatasetSpec.parse(kind).recordFormat()).open("", ReadOptions.STRICT);
  }

  /** One record after the other. */
  @Benchmark
  public long generate(Volume volume) {
    generator.generate(index++);
    volume.bytes += generator.key().remaining() + generator.value().remaining();
    return index;
  }
}
