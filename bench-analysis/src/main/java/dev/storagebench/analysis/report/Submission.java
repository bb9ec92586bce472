package dev.storagebench.analysis.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.analysis.result.Warning.Kind;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A packed run that somebody wants to publish, held to the rules of {@code CONTRIBUTING.md}. */
public final class Submission {
  // Rounds of steady work, and of work that each round does anew: loads, stages, openings.
  private static final int MIN_ROUNDS = 6;
  private static final int MIN_ROUNDS_OF_SHOTS = 3;
  private static final long MAX_BYTES = 2 << 20;
  private static final Pattern COMMIT = Pattern.compile(".+\\+[0-9a-f]{8,40}");
  private static final Set<Kind> DISTORTING =
      Stream.concat(
              Stream.of(Kind.PROFILED, Kind.STOPPED, Kind.STARVED, Kind.BESIDE_ANOTHER_RUN),
              EnumSet.range(Kind.PROCESS_LIMIT, Kind.MACHINE).stream())
          .collect(Collectors.toUnmodifiableSet());

  private final Manifest run;
  private final Analysis analysis;
  private final List<String> refusals = new ArrayList<>();

  private Submission(Manifest run) {
    this.run = run;
    this.analysis = Analysis.of(run);
  }

  /** Why it is not accepted, a sentence for each rule; empty if it is. */
  public static List<String> refusals(Path file) throws IOException {
    Path packed = Files.isDirectory(file) ? file.resolve(PackedRun.NAME) : file;
    if (!Files.isRegularFile(packed)) {
      return List.of("%s is no packed run: submit FOLDER makes one".formatted(file));
    }
    List<String> refusals = new ArrayList<>();
    if (Files.size(packed) > MAX_BYTES) {
      refusals.add(
          "it has %s, at most %s are accepted: fewer cells or rounds"
              .formatted(
                  Figures.size((double) Files.size(packed)), Figures.size((double) MAX_BYTES)));
    }
    try {
      refusals.addAll(PackedRun.problems(packed));
      Submission submission = new Submission(StoredRun.read(packed));
      submission.check();
      refusals.addAll(submission.refusals);
    } catch (IOException | IllegalArgumentException e) {
      refusals.add("it cannot be read: " + e.getMessage());
    }
    return refusals;
  }

  private void check() {
    if (!COMMIT.matcher(run.version()).matches()) {
      refusals.add(
          "version %s names no commit: build it from a clone without changes of its own"
              .formatted(run.version()));
    }
    versions();
    analysis.invalid().forEach(each -> refusals.add("its figures are void: " + each.text()));
    analysis.warnings().stream()
        .filter(each -> DISTORTING.contains(each.kind()))
        .forEach(each -> refusals.add("%s; remedy: %s".formatted(each.text(), each.remedy())));
    rounds();
    control();
  }

  /** Each candidate is one version of an engine in all of its cells. */
  private void versions() {
    Map<String, Set<String>> versions = new LinkedHashMap<>();
    for (CellResult each : run.results()) {
      if (each.status() == Status.MEASURED && Ranking.isContender(each.cell().label())) {
        Set<String> its = versions.computeIfAbsent(each.cell().label(), any -> new TreeSet<>());
        if (each.reported().engine() != null) {
          its.add(each.reported().engine().version());
        }
      }
    }
    versions.values().removeIf(all -> all.size() == 1);
    versions.forEach(
        (label, all) ->
            refusals.add(
                "%s has %s: one version of each candidate"
                    .formatted(label, all.isEmpty() ? "no version" : "several versions, " + all)));
  }

  private void rounds() {
    Map<Measure, Map<String, CellScore>> scores = analysis.ranking().scores();
    Map<Measure, String> names = Measure.shortNames(scores.keySet());
    Set<String> few = new TreeSet<>();
    for (Cell cell : run.plan().cells()) {
      boolean anew = cell.isSingleShot() || !cell.stage().isEmpty();
      int least = anew ? MIN_ROUNDS_OF_SHOTS : MIN_ROUNDS;
      for (Measure measure : Measure.figuresOf(cell)) {
        CellScore score = scores.getOrDefault(measure, Map.of()).get(cell.label());
        int rounds = score == null ? least : score.rounds().size();
        if (rounds < least && !cell.label().equals(Ranking.HARNESS)) {
          few.add("%s %s has %d of %d".formatted(cell.label(), names.get(measure), rounds, least));
        }
      }
    }
    if (!few.isEmpty()) {
      refusals.add("too few rounds, --rounds makes more: " + RunFacts.firstOf(few));
    }
  }

  /** Wherever rivals read by turns, one takes turns with itself and does not differ from it. */
  private void control() {
    Ranking ranking = analysis.ranking();
    Stream<Cell> byTurns =
        run.results().stream().filter(CellResult::tookTurns).map(CellResult::cell);
    Map<Measure, List<Cell>> rivals = rivals(byTurns, cell -> !cell.writes());
    Map<Measure, String> names = new LinkedHashMap<>(Measure.shortNames(rivals.keySet()));
    names.keySet().removeIf(each -> ranking.control(each).isPresent());
    if (!names.isEmpty()) {
      refusals.add(
          "it has no control, a candidate that takes turns with itself: --control, and first a candidate that has %s"
              .formatted(String.join(", ", names.values())));
    }
    ranking.scores().keySet().stream()
        .flatMap(each -> ranking.control(each).stream())
        .filter(each -> each.verdict() != Verdict.NO_DIFFERENCE_SHOWN)
        .forEach(
            each ->
                refusals.add(
                    "its control does not show that equals are equal (%s): %s %s"
                        .formatted(each.verdict(), each.name(), each.text())));
  }

  /**
   * A part that takes minutes to measure again: one workload of two candidates. Empty if this
   * machine is of another class, or has no two of them.
   *
   * @param here the class of this machine, as {@link RunFacts#machineClass} names it
   * @param runs whether a cell can be measured here
   */
  public static Optional<Manifest> sample(Manifest run, String here, Predicate<Cell> runs) {
    if (!RunFacts.machineClass(run.environment()).equals(here)) {
      return Optional.empty();
    }
    return rivals(run.plan().cells().stream(), cell -> cell.stage().isEmpty() && runs.test(cell))
        .values()
        .stream()
        .findFirst()
        .map(each -> each.subList(0, 2))
        .map(two -> run.only(cell -> two.contains(cell.withRounds(0))));
  }

  /** The cells of throughputs that at least two candidates have, each without its rounds. */
  private static Map<Measure, List<Cell>> rivals(Stream<Cell> cells, Predicate<Cell> wanted) {
    Map<Measure, List<Cell>> rivals =
        cells
            .filter(cell -> cell.measuresThroughput() && Ranking.isContender(cell.label()))
            .filter(wanted)
            .map(cell -> cell.withRounds(0))
            .distinct()
            .collect(
                groupingBy(cell -> Measure.figuresOf(cell).get(0), LinkedHashMap::new, toList()));
    rivals.values().removeIf(each -> each.stream().map(Cell::label).distinct().count() < 2);
    return rivals;
  }
}
