package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The input of a {@code data} command. */
final class DataSource {

  @Parameters(index = "0", paramLabel = "FILE", descriptionKey = "data.file")
  private String file = "";

  @Option(names = "--as", paramLabel = "FORMAT")
  private @Nullable String format;

  DataInput open(ReadOptions options) throws IOException {
    return format == null
        ? DataInput.open(file, options)
        : DataInput.of(new DatasetSpec(format, file), options);
  }
}
