package dev.storagebench.core.report;

import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.report.MoviesModel.Fact;
import dev.storagebench.core.report.MoviesModel.Memory;
import dev.storagebench.core.report.MoviesModel.PerOperation;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.Environment;
import dev.storagebench.core.result.Manifest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What every page tells of a run, whatever its subject. */
public final class RunFacts {

  private RunFacts() {}

  static PerOperation perOperation(CellResult result) {
    return new PerOperation(
        secondary(result, "majorFaults"),
        secondary(result, "refaults"),
        secondary(result, "diskRead"),
        secondary(result, "diskWritten"),
        secondary(result, "cpu"));
  }

  /** The most that any cell was measured. */
  private static int rounds(Manifest run) {
    return run.results().stream().mapToInt(CellResult::round).max().orElse(-1) + 1;
  }

  static @Nullable Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }

  static @Nullable Memory memory(@Nullable MemoryReport proof) {
    return proof == null
        ? null
        : new Memory(
            proof.engineBytes(),
            proof.harnessBytes(),
            proof.limitBytes(),
            proof.peakBytes(),
            proof.atEnd().pageCacheBytes(),
            proof.atEnd().anonymousBytes());
  }

  static @Nullable Double secondary(CellResult result, String name) {
    return result.secondary().stream()
        .filter(score -> score.name().equals(name))
        .map(score -> number(score.value()))
        .findAny()
        .orElse(null);
  }

  static List<String> doubts(Manifest run) {
    List<String> doubts = new ArrayList<>(new Doubts(run.results()).notes());
    if (!run.profilers().isEmpty()) {
      doubts.add(0, profiled(run.profilers()));
    }
    run.environment().warnings().forEach(warning -> doubts.add("the machine: " + warning));
    int planned = run.plan().forks();
    boolean open = run.rule() != null && run.rule().ends();
    if (!open && run.results().size() < planned) {
      doubts.add(
          "the run was stopped: %d of %d rounds of cells".formatted(run.results().size(), planned));
    }
    return doubts;
  }

  /** What a profiler does to figures. */
  public static String profiled(List<String> profilers) {
    return "measured under a profiler (%s): its cost is in all figures, which compare with no others"
        .formatted(String.join(", ", profilers));
  }

  static List<Fact> environment(Manifest run) {
    Environment here = run.environment();
    return List.of(
        new Fact("Storage Bench", run.version()),
        new Fact("started", run.started().truncatedTo(ChronoUnit.SECONDS).toString()),
        new Fact(
            "took",
            Duration.between(run.started(), run.finished())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .substring(2)
                .toLowerCase(Locale.ROOT)),
        new Fact("system", here.os()),
        new Fact("processor", "%d × %s".formatted(here.processors(), here.processor())),
        new Fact("memory", Figures.size((double) here.memoryBytes())),
        new Fact("JVM", here.jvm()),
        new Fact("file system", here.fileSystem()),
        new Fact("rounds", Integer.toString(rounds(run))),
        new Fact("seed", Long.toString(run.plan().seed())));
  }

  /** Words as a shell takes them. */
  static String shell(List<String> words) {
    return words.stream()
        .map(
            word -> word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
