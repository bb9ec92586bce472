package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The client's own cost of a script: all its values are computed, and nothing is sent. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class ScriptBenchmark {
  private static final long ROWS = 1_000_000;

  /** A built-in workload on tables of the shape {@code sbtest}. */
  @Param({"oltp_point_select", "oltp_read_only", "oltp_read_write", "oltp_write_only"})
  public String workload = "";

  private Path folder;
  private PackedFile data;
  private ScriptExecution execution;

  /** Statements per second. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Statements {
    /** Statements, BEGIN and COMMIT among them. */
    public long statements;
  }

  @Setup
  public void open() throws IOException {
    folder = Files.createTempDirectory("script");
    data = Samples.packed(folder, 1_000);
    Layout layout = Layout.parse("sbtestx4");
    WorkloadContext context =
        new WorkloadContext(
            layout,
            layout.names("t"),
            ROWS,
            KeyDistribution.UNIFORM,
            WorkingSet.of(data, 1),
            new Seeds(1, 0),
            1);
    execution = new ScriptExecution(Script.named(workload), context, 0);
  }

  @TearDown
  public void close() throws IOException {
    data.close();
    StoreFolder.delete(folder);
  }

  @Benchmark
  public long run(Statements counts) throws SQLException {
    execution.start();
    return execution.run(
        new ScriptExecution.Server() {
          @Override
          public long statement(Script.Statement statement) {
            counts.statements++;
            long sum = 0;
            for (Script.Parameter parameter : statement.parameters()) {
              sum += execution.variables().get(parameter.slot()).hashCode();
            }
            return sum;
          }

          @Override
          public void boundary(String sql) {
            counts.statements++;
          }
        });
  }
}
