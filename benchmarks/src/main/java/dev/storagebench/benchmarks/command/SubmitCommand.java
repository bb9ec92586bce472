package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.core.text.Figures;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code submit}: a run in one file, without names of places. */
@Command(name = "submit", header = "Packs a run into one file for others.")
final class SubmitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Results folder of the run.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws Exception {
    StoredRun.read(folder);
    Path packed = folder.resolve(PackedRun.NAME);
    PrintWriter out = spec.commandLine().getOut();
    PackedRun.write(folder, packed)
        .forEach((place, stands) -> out.printf("left out: %s (%s stands for it)%n", place, stands));
    StoredRun.read(packed);
    out.printf(
        "left out: every file but run.json and cells.jsonl; report, compare and reproduce need no other%n%s: %s%n",
        packed, Figures.size((double) Files.size(packed)));
    return 0;
  }
}
