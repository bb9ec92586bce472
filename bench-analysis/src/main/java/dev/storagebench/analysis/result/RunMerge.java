package dev.storagebench.analysis.result;

import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Several runs of one plan as one run: rounds that were measured on different machines, or whole
 * runs. A round belongs to the machine that measured it; rounds of the same number in two runs are
 * different ones and are numbered anew.
 */
public final class RunMerge {
  private final List<Part> parts;

  private record Part(Path folder, Manifest run, String machine) {}

  private RunMerge(List<Part> parts) {
    this.parts = parts;
  }

  /**
   * Merges runs. Files of profilers stay where they are.
   *
   * @throws IllegalArgumentException if they are not runs of one plan; names what differs
   */
  public static Manifest of(List<Path> folders, List<Manifest> runs) throws IOException {
    List<Part> parts = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (int i = 0; i < folders.size(); i++) {
      Path each = folders.get(i);
      Manifest run = runs.get(i);
      if (!seen.add(each.toRealPath())) {
        throw new IllegalArgumentException(each + " is named twice; name each run once");
      }
      String host = run.environment().host();
      parts.add(new Part(each, run, host == null ? each.toString() : host));
    }
    RunMerge merge = new RunMerge(parts);
    parts.subList(1, parts.size()).forEach(merge::requireSamePlan);
    merge.requireSameData();
    return merge.merged();
  }

  private void requireSamePlan(Part other) {
    Part first = parts.get(0);
    List<String> differences =
        new ArrayList<>(
            first.run.differences(other.run).stream()
                .filter(each -> !first.run.isOfMachine(each))
                .map(Difference::toString)
                .toList());
    Set<Cell> cells = cells(first.run);
    if (differences.isEmpty() && !cells.equals(cells(other.run))) {
      Set<Cell> only = cells(other.run);
      only.removeIf(cells::contains);
      cells.removeAll(cells(other.run));
      only.addAll(cells);
      differences.add("only one has " + only.iterator().next());
    }
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "%s and %s are not runs of the same plan: %s"
              .formatted(first.folder, other.folder, String.join("; ", differences)));
    }
  }

  private static Set<Cell> cells(Manifest run) {
    return run.plan().cells().stream()
        .map(cell -> cell.withRounds(0))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Each machine may have packed the data by itself. */
  private void requireSameData() {
    Map<String, Part> byDataset = new HashMap<>();
    Map<String, String> digests = new HashMap<>();
    for (Part part : parts) {
      for (CellResult each : part.run.results()) {
        CellReport.Data data = each.reported().data();
        if (data != null) {
          String dataset = each.cell().value("dataset");
          String digest = data.summary().digest();
          String known = digests.putIfAbsent(dataset, digest);
          Part first = byDataset.computeIfAbsent(dataset, name -> part);
          if (known != null && !known.equals(digest)) {
            throw new IllegalArgumentException(
                "data set %s has other records in %s (digest %s) than in %s (%s)"
                    .formatted(dataset, part.folder, digest, first.folder, known));
          }
        }
      }
    }
  }

  private Manifest merged() {
    Part first = parts.get(0);
    RunPlan plan =
        parts.stream()
            .map(part -> part.run.plan())
            .max(Comparator.comparing(RunPlan::rounds))
            .orElseThrow();
    Map<Cell, Cell> planned = new HashMap<>();
    plan.cells().forEach(cell -> planned.put(cell.withRounds(0), cell));
    Set<String> machines = parts.stream().map(Part::machine).collect(Collectors.toSet());
    List<CellResult> results = new ArrayList<>();
    Set<Integer> rounds = new HashSet<>();
    Set<Cell> unsupported = new HashSet<>();
    for (Part part : parts) {
      Set<Integer> own =
          part.run.results().stream()
              .filter(each -> each.status() != Status.UNSUPPORTED)
              .map(CellResult::round)
              .collect(Collectors.toSet());
      int most = rounds.stream().mapToInt(each -> each + 1).max().orElse(0);
      int shift = own.stream().anyMatch(rounds::contains) ? most : 0;
      own.forEach(round -> rounds.add(round + shift));
      for (CellResult each : part.run.results()) {
        // What is unsupported is noted once, not in each round.
        if (each.status() != Status.UNSUPPORTED || unsupported.add(each.cell().withRounds(0))) {
          results.add(
              each.merged(
                  planned.getOrDefault(each.cell().withRounds(0), each.cell()),
                  each.round() + shift,
                  machines.size() > 1 ? part.machine : null));
        }
      }
    }
    results.sort(Comparator.comparing(CellResult::round));
    int most = rounds.stream().mapToInt(each -> each + 1).max().orElse(0);
    Map<String, String> leftOut = new LinkedHashMap<>();
    parts.forEach(part -> leftOut.putAll(part.run.leftOut()));
    return new Manifest(
        first.run.format(),
        first.run.version(),
        first.run.command(),
        parts.stream().map(part -> part.run.started()).min(Instant::compareTo).orElseThrow(),
        parts.stream().map(part -> part.run.finished()).max(Instant::compareTo).orElseThrow(),
        first.run.suite(),
        most > plan.rounds() ? plan.upTo(most) : plan,
        first.run.environment().with(warnings(machines.size() > 1)),
        first.run.forkCommand(),
        leftOut,
        first.run.profilers(),
        first.run.rule(),
        first.run.origin(),
        List.copyOf(results));
  }

  /** Those of each machine, and in what it differs from the first. */
  private List<String> warnings(boolean several) {
    Part first = parts.get(0);
    Set<String> warnings = new LinkedHashSet<>();
    for (Part part : parts) {
      String on = several ? Environment.ON + part.machine + ": " : "";
      part.run.environment().warnings().forEach(each -> warnings.add(on + each));
      first.run.environment().differences(part.run.environment()).stream()
          .map(each -> "another %s than %s: %s".formatted(each.what(), first.machine, each.after()))
          .forEach(each -> warnings.add(on + each));
    }
    return List.copyOf(warnings);
  }
}
