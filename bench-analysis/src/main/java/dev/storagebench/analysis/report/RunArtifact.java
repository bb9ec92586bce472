package dev.storagebench.analysis.report;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.CsvResults;
import dev.storagebench.analysis.result.JmhResults;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file with a run's results, beside the manifest and the log of cells. */
public enum RunArtifact {
  /** JMH's own format. */
  RESULTS("results.json"),
  /** Every figure in a row of its own. */
  CSV("results.csv"),
  /** The findings, for other programs. */
  VERDICT("verdict.json"),
  /** Tables, notes and verdict as text. */
  TEXT("summary.txt"),
  /** The page for a browser. */
  PAGE("report.html"),
  /** The tables for an issue or a pull request. */
  MARKDOWN("summary.md");

  private final String fileName;

  RunArtifact(String fileName) {
    this.fileName = fileName;
  }

  /** Writes the file into a run's folder. */
  public Path write(Analysis analysis, Path folder) throws IOException {
    Manifest run = analysis.run();
    Path file = folder.resolve(fileName);
    switch (this) {
      case RESULTS -> JmhResults.write(run.results(), file);
      case CSV -> CsvResults.write(run.results(), file);
      case VERDICT -> RunFolder.write(file, VerdictJson.of(analysis));
      case TEXT -> RunFolder.write(file, RunText.of(analysis).text(TextStyle.NONE));
      case PAGE -> RunFolder.write(file, ReportPage.in(folder, analysis).page().render());
      case MARKDOWN -> RunFolder.write(file, RunText.of(analysis).markdown());
    }
    return file;
  }

  /** Writes all files, and returns their names. */
  public static List<String> writeAll(Analysis analysis, Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    for (RunArtifact each : values()) {
      names.add(each.write(analysis, folder).getFileName().toString());
    }
    return names;
  }
}
