package dev.storagebench.analysis.result;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: everything needed to judge a run and to repeat it.
 *
 * @param format incremented with each incompatible change
 * @param version Storage Bench's own
 * @param command the command line; it contains no secrets
 * @param suite how the results are shown; null for the default views
 * @param forkCommand the beginning of each fork's command line
 * @param leftOut engines that were not measured, each with the reason
 * @param profilers attached to every fork, so that all figures include their overhead
 * @param rule what may end the run before its last round
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
    StopRule rule,
    Origin origin,
    List<CellResult> results) {
  /** The format of this class. */
  public static final int FORMAT = 1;

  // These may change between the parts of one run.
  private static final Set<String> MAY_CHANGE =
      Set.of("Storage Bench", "memory, bytes", "warnings about the machine");

  static final String NONE = "none";
  // What a candidate reports, so two runs of different candidates do not differ in it.
  private static final String VERSION_OF = "version of ";
  private static final String TLS_OF = "TLS of ";

  /** A fact in which two runs differ. */
  public record Difference(String what, String before, String after) {
    /** By name; a fact that only one of them has is {@value #NONE} in the other. */
    static List<Difference> between(Map<String, String> before, Map<String, String> after) {
      Set<String> names = new TreeSet<>(before.keySet());
      names.addAll(after.keySet());
      return names.stream()
          .map(
              name ->
                  new Difference(
                      name, before.getOrDefault(name, NONE), after.getOrDefault(name, NONE)))
          .filter(each -> !each.before.equals(each.after))
          .toList();
    }

    @Override
    public String toString() {
      return "%s: was %s, is %s".formatted(what, before, after);
    }
  }

  public Manifest {
    profilers = List.copyOf(profilers);
  }

  /** The suite's part; an empty one without a suite. */
  public SuiteInfo info() {
    return suite == null ? SuiteInfo.NONE : suite;
  }

  /** The results of each cell by round; cells in the plan's order, also those without any. */
  public Map<Cell, List<CellResult>> byCell() {
    Map<Cell, List<CellResult>> cells = new LinkedHashMap<>();
    plan.cells().forEach(cell -> cells.put(cell.withRounds(0), new ArrayList<>()));
    cells.putAll(CellResult.byCell(results));
    cells.values().forEach(rounds -> rounds.sort(Comparator.comparing(CellResult::round)));
    return cells;
  }

  /** The values of each parameter, and of {@code threads}, in all cells. */
  public Map<String, Set<String>> parameterValues() {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (Cell cell : plan.cells()) {
      cell.parameters()
          .texts()
          .forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
      values.computeIfAbsent("threads", n -> new TreeSet<>()).add(Integer.toString(cell.threads()));
    }
    return values;
  }

  /** Everything in which another run differs from this one, results aside. */
  public List<Difference> differences(Manifest other) {
    Map<String, String> before = facts();
    Map<String, String> after = other.facts();
    return Difference.between(before, after).stream()
        .filter(
            each ->
                !(each.what.startsWith(VERSION_OF)
                        || each.what.startsWith(TLS_OF)
                        || each.what.startsWith(Origin.LIBRARY_OF))
                    || (before.containsKey(each.what) && after.containsKey(each.what)))
        .toList();
  }

  /** The differences that keep this run from being continued as the other one. */
  public List<String> obstacles(Manifest other) {
    return differences(other).stream()
        .filter(each -> !MAY_CHANGE.contains(each.what))
        .map(Difference::toString)
        .toList();
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Storage Bench", version);
    facts.put("code", origin.code());
    facts.put("seed", Long.toString(plan.seed()));
    facts.put("loaded stores", Integer.toString(plan.stores()));
    facts.put("workload", ofCells(Cell::workload));
    facts.put(
        "iterations",
        ofCells(
            cell -> {
              Cell.Timing its = cell.timing();
              return "%d + %d × %d ms"
                  .formatted(its.warmups(), its.iterations(), its.iterationMillis());
            }));
    parameterValues().forEach((name, values) -> facts.put(name, String.join(", ", values)));
    facts.putAll(origin.data());
    facts.putAll(environment.facts());
    facts.put("memory, bytes", Long.toString(environment.memoryBytes()));
    facts.put(
        "warnings about the machine",
        listed(environment.warnings().stream().map(Warning::text).toList()));
    facts.put("profilers", listed(profilers));
    for (CellResult each : results) {
      CellReport report = each.reported();
      if (report.engine() != null) {
        facts.put(
            VERSION_OF + each.cell().label(),
            report.engine().version() + " " + report.engine().library());
        report.settings().stream()
            .filter(setting -> setting.name().equals(AppliedSetting.TLS))
            .forEach(setting -> facts.put(TLS_OF + each.cell().label(), setting.value()));
      }
    }
    return facts;
  }

  private String ofCells(Function<Cell, String> fact) {
    return String.join(", ", new TreeSet<>(plan.cells().stream().map(fact).toList()));
  }

  private static String listed(List<String> values) {
    return values.isEmpty() ? NONE : String.join("; ", values);
  }

  /** Copy of the run with other candidates in their places, in results as well. */
  public Manifest with(UnaryOperator<Candidate> replacement) {
    UnaryOperator<Cell> change = cell -> cell.of(replacement.apply(cell.candidate()));
    return with(
        plan.with(plan.cells().stream().map(change).toList()),
        results.stream().map(each -> each.of(change.apply(each.cell()), each.jmh())).toList());
  }

  /** Copy of the run with some of its cells. */
  public Manifest only(Predicate<Cell> some) {
    return with(
        plan.with(plan.cells().stream().filter(some).toList()),
        results.stream().filter(each -> some.test(each.cell())).toList());
  }

  /** Copy of the run with this plan and these results. */
  Manifest with(RunPlan otherPlan, List<CellResult> others) {
    return new Manifest(
        format,
        version,
        command,
        started,
        finished,
        suite,
        otherPlan,
        environment,
        forkCommand,
        leftOut,
        profilers,
        rule,
        origin,
        List.copyOf(others));
  }
}
