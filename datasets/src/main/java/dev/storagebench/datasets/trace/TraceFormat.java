package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.PackingFormat;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.TraceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.file.PathUtils;

/**
 * A trace of operations. Its records are the distinct keys of the trace, with generated values of
 * the recorded sizes; beside the packed records stand the operations ({@link OperationFile}).
 */
public final class TraceFormat implements PackingFormat {
  /** {@link #name}. */
  public static final String NAME = "trace";

  /** Raised whenever the same trace is packed to other bytes. */
  private static final int VERSION = 2;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String identity(String argument) throws IOException {
    FileArgument given = TraceOptions.parse(argument).given();
    return "version=%d,%s,%s"
        .formatted(VERSION, given.options(), InputSource.of(given.file()).identity());
  }

  @Override
  public PackedSummary pack(
      String argument, ReadOptions reading, Path target, PackingProgress progress)
      throws IOException {
    TraceOptions options = TraceOptions.parse(argument);
    try (TraceReader trace = TraceReader.open(options, reading)) {
      return new TracePacker(trace, progress).pack(options, target);
    }
  }

  @Override
  public boolean isComplete(Path target) throws IOException {
    try (OperationFile operations = OperationFile.open(target)) {
      return operations.summary().operations() > 0;
    }
  }

  /** Packs the trace into temporary files, which are deleted as soon as they are open. */
  @Override
  public RecordReader open(String argument, ReadOptions reading) throws IOException {
    TraceOptions options = TraceOptions.parse(argument);
    // By name: this process may have changed it, which Files does not notice.
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = Files.createTempDirectory(temporary, "trace-");
    Path packed = folder.resolve("trace.records");
    try (TraceReader trace = TraceReader.open(options, reading)) {
      new TracePacker(trace, PackingProgress.NONE).pack(options, packed);
      try (OperationFile file = OperationFile.open(packed)) {
        RecordReader records = new PackedFormat().open(packed.toString(), ReadOptions.STRICT);
        ReadCounts counts = records.counts();
        counts.addBad(trace.counts());
        TraceSummary summary = file.summary();
        summary.kinds().forEach((name, count) -> counts.note("operation " + name, count));
        summary.skipped().forEach((why, count) -> counts.note("skipped: " + why, count));
        counts.note("keys stored at the start", summary.presentKeys());
        return records;
      }
    } finally {
      PathUtils.deleteDirectory(folder);
    }
  }
}
