package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.compare.RunComparison.Row;
import dev.storagebench.analysis.report.ComparisonText;
import dev.storagebench.analysis.report.Document;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.core.text.TextStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare}: two runs cell by cell. */
@Command(name = "compare", header = "Compares two runs: versions, machines, settings.")
final class CompareCommand extends ConsoleCommand {
  @Parameters(
      index = "0",
      paramLabel = "OLD",
      description = "Results folder of a run, or a packed run.")
  private Path before = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "Results folder of another run, or a packed one.")
  private Path after = Path.of("");

  @Option(names = "--threshold", paramLabel = "SHARE", descriptionKey = "compare.threshold")
  private @Nullable String threshold;

  @Option(names = "--markdown", paramLabel = "FILE", descriptionKey = "compare.markdown")
  private @Nullable Path markdown;

  @Override
  public Integer call() throws Exception {
    double allowed = threshold == null ? Double.NaN : Precision.parse(threshold);
    RunComparison comparison = StoredRun.compare(before, after);
    Document text = ComparisonText.of(comparison, before.toString(), after.toString());
    out().print(text.text(style()));
    if (markdown != null) {
      Files.writeString(markdown, text.markdown());
    }
    List<Row> slower = threshold == null ? List.of() : comparison.regressions(allowed);
    for (Row row : slower) {
      out()
          .print(
              TextStyle.NONE.line(
                  "slower by more than %s: %s %s"
                      .formatted(threshold, row.candidate(), row.measure().name())));
    }
    return slower.isEmpty() ? 0 : Failures.SOME_FAILED;
  }
}
