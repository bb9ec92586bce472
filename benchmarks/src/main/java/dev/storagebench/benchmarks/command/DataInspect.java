package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.inspect.Inspection;
import dev.storagebench.datasets.inspect.InspectionReport;
import dev.storagebench.datasets.inspect.InspectionText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code data inspect}: what a file holds. */
@Command(name = "inspect", header = "Shows records, sizes, duplicates and bad records of a file.")
final class DataInspect implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DataSource source = new DataSource();

  @Option(names = "--json", paramLabel = "FILE", descriptionKey = "inspect.json")
  private @Nullable String json;

  @Option(names = "--strict", description = "Stop at the first bad record, instead of counting it.")
  private boolean strict;

  @Override
  public Integer call() throws IOException {
    boolean onlyJson = "-".equals(json);
    Path file = json == null || onlyJson ? null : Path.of(json).toAbsolutePath();
    // Before hours of reading.
    if (file != null && (Files.isDirectory(file) || !Files.isWritable(file.getParent()))) {
      throw new IllegalArgumentException(
          "--json: cannot write %s; expected a file in a writable folder".formatted(json));
    }
    InspectionReport report = inspect();
    spec.commandLine().getOut().print(onlyJson ? report.toJson() : InspectionText.of(report));
    if (file != null) {
      Files.writeString(file, report.toJson(), StandardCharsets.UTF_8);
    }
    return report.damage().isPresent() ? Failures.SOME_FAILED : 0;
  }

  private InspectionReport inspect() throws IOException {
    try (DataInput input = source.open(strict ? ReadOptions.STRICT : ReadOptions.LENIENT);
        DataProgress progress = new DataProgress("inspecting", input)) {
      return Inspection.of(input, strict, progress);
    }
  }
}
