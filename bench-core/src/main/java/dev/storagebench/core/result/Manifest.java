package dev.storagebench.core.result;

import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.RunPlan;
import dev.storagebench.core.run.StopRule;
import dev.storagebench.core.suite.SuiteInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: all that is needed to judge a run and to repeat it.
 *
 * @param format counted up when a reader would have to change
 * @param version Storage Bench's own
 * @param command the command line, without secrets: there are none in it
 * @param started when the run began
 * @param finished when it ended
 * @param suite how the results are shown; null in runs of earlier versions
 * @param plan what was to be measured
 * @param environment machine, system and JVM
 * @param forkCommand what each fork's command line begins with
 * @param leftOut engines that did not take part, each with the reason
 * @param profilers what watched every fork, whose cost is in all figures
 * @param rule what could end the run before its last round; null in runs of earlier versions
 * @param origin what a run must have in common with this one to go on where it stopped; null in
 *     runs of earlier versions
 * @param results all rounds of all cells, in the order in which they were measured
 */
public record Manifest(
    int format,
    String version,
    List<String> command,
    Instant started,
    Instant finished,
    @Nullable SuiteInfo suite,
    RunPlan plan,
    Environment environment,
    List<String> forkCommand,
    Map<String, String> leftOut,
    List<String> profilers,
    @Nullable StopRule rule,
    @Nullable Origin origin,
    List<CellResult> results) {

  /** The format of this class. */
  public static final int FORMAT = 1;

  /** Manifests of earlier versions have no profilers. */
  public Manifest {
    profilers = profilers == null ? List.of() : List.copyOf(profilers);
  }

  /** The results of each cell by round; cells in the plan's order, also those without any. */
  public Map<Cell, List<CellResult>> byCell() {
    Map<Cell, List<CellResult>> cells = new LinkedHashMap<>();
    plan.cells().forEach(cell -> cells.put(cell.withRounds(0), new ArrayList<>()));
    results.forEach(
        each -> cells.computeIfAbsent(each.cell().withRounds(0), c -> new ArrayList<>()).add(each));
    cells.values().forEach(rounds -> rounds.sort(Comparator.comparing(CellResult::round)));
    return cells;
  }

  /** The same run with these results. */
  Manifest with(List<CellResult> others) {
    return new Manifest(
        format,
        version,
        command,
        started,
        finished,
        suite,
        plan,
        environment,
        forkCommand,
        leftOut,
        profilers,
        rule,
        origin,
        List.copyOf(others));
  }
}
