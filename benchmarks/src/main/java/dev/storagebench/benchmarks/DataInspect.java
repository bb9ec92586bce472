package dev.storagebench.benchmarks;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.inspect.Inspection;
import dev.storagebench.datasets.inspect.InspectionReport;
import dev.storagebench.datasets.inspect.InspectionText;
import java.io.IOException;
import java.io.PrintWriter;
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
@Command(
    name = "inspect",
    sortOptions = false,
    usageHelpAutoWidth = true,
    synopsisHeading = "%n",
    header = "Tells what a file holds: records, sizes, duplicates, compressibility, bad records.",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "It reads the input once. Bad records are counted and left out.",
      "Exit codes: 0 done, 1 bad or damaged input, 2 usage."
    })
final class DataInspect implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DataSource source = new DataSource();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the report as JSON too; with - only that is printed.")
  private @Nullable String json;

  @Option(names = "--strict", description = "Stops at the first bad record.")
  private boolean strict;

  @Option(names = "--skip-bad", description = "Leaves bad records out, as it does anyway.")
  private boolean skipBad;

  @Override
  public Integer call() throws IOException {
    if (strict && skipBad) {
      throw new IllegalArgumentException("--strict and --skip-bad contradict each other");
    }
    refuseUnwritable();
    InspectionReport report = inspect();
    PrintWriter out = spec.commandLine().getOut();
    boolean onlyJson = "-".equals(json);
    out.print(onlyJson ? report.toJson() : InspectionText.of(report));
    out.flush();
    if (json != null && !onlyJson) {
      Files.writeString(Path.of(json), report.toJson(), StandardCharsets.UTF_8);
    }
    return report.damage().isPresent() ? Failures.SOME_FAILED : 0;
  }

  /** Before hours of reading, not after. */
  private void refuseUnwritable() {
    if (json == null || json.equals("-")) {
      return;
    }
    Path file = Path.of(json).toAbsolutePath();
    Path folder = file.getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "--json: %s cannot be written; name a file in a folder that is there and may be written to"
              .formatted(json));
    }
  }

  private InspectionReport inspect() throws IOException {
    try (DataInput input = source.open(strict ? ReadOptions.STRICT : ReadOptions.LENIENT);
        DataProgress progress = new DataProgress("inspecting", input)) {
      return Inspection.of(input, strict, progress);
    }
  }
}
