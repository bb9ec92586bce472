package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.RunComparison;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs in folders that somebody else may have written: what is wrong in them is an error of one
 * line.
 */
public final class StoredRun {

  private StoredRun() {}

  /**
   * Reads a run of which all outputs can be made.
   *
   * @throws IllegalArgumentException if there is no run in the folder
   * @throws IOException if it is not one of this version, with file and line where they are known
   */
  public static Manifest read(Path folder) throws IOException {
    Manifest run = new RunFolder(folder).read();
    return of(
        folder.toString(),
        () -> {
          Analysis analysis = Analysis.of(run);
          Document text = RunText.of(analysis);
          text.text(TextStyle.NONE);
          text.markdown();
          new ReportPage(analysis, List.of()).data();
          return run;
        });
  }

  /** Compares two of them, of which all outputs can be made. */
  public static RunComparison compare(Path before, Path after) throws IOException {
    Manifest old = read(before);
    Manifest now = read(after);
    return of(
        "%s, compared with %s".formatted(after, before),
        () -> {
          RunComparison comparison = RunComparison.of(old, now);
          ComparisonText.of(comparison, before.toString(), after.toString()).markdown();
          return comparison;
        });
  }

  private static <T> T of(String name, Supplier<T> made) throws IOException {
    try {
      return made.get();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      StackTraceElement[] trace = e.getStackTrace();
      throw new IOException(
          "%s: the values in run.json and cells.jsonl contradict each other or are out of range (%s%s)"
              .formatted(name, e, trace.length == 0 ? "" : " at " + trace[0]),
          e);
    }
  }
}
