package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.report.Submission;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code submit}: a run in one file, without names of places. */
@Command(name = "submit", header = "Packs a run into one file for others.")
final class SubmitCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "FOLDER",
      description = "Results folder of the run; with --check a packed run.")
  private Path folder = Path.of("");

  @Option(names = "--check", descriptionKey = "submit.check")
  private boolean check;

  @Override
  public Integer call() throws Exception {
    if (check) {
      return check();
    }
    StoredRun.read(folder);
    Path packed = folder.resolve(PackedRun.NAME);
    PackedRun.write(folder, packed)
        .forEach(
            (place, stands) -> out().printf("left out: %s (%s stands for it)%n", place, stands));
    StoredRun.read(packed);
    out()
        .printf(
            "left out: every file but run.json and cells.jsonl; report, compare and reproduce need no other%n%s: %s%n",
            packed, Figures.size((double) Files.size(packed)));
    return 0;
  }

  private int check() throws IOException {
    List<String> refusals = Submission.refusals(folder);
    refusals.forEach(each -> out().print(TextStyle.NONE.line("refused: " + each)));
    out().printf("%s: %s%n", folder, refusals.isEmpty() ? "accepted" : "not accepted");
    return refusals.isEmpty() ? 0 : Failures.SOME_FAILED;
  }
}
