package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Note.Kind;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameter.Default;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.workload.Workloads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the notes of a run. */
final class Notes {
  private final Dimensions run;
  private final Ranking ranking;
  private final List<CellResult> measured;
  private final List<Note> notes = new ArrayList<>();

  private Notes(Dimensions run, Ranking ranking) {
    this.run = run;
    this.ranking = ranking;
    this.measured =
        run.run().results().stream().filter(each -> each.status() == Status.MEASURED).toList();
  }

  /** The most important first. */
  static List<Note> of(Dimensions run, Ranking ranking, boolean nothingFound) {
    Notes made = new Notes(run, ranking);
    if (made.measured.isEmpty()) {
      return List.of(Kind.NOTHING_MEASURED.of("Nothing was measured."));
    }
    if (nothingFound) {
      made.nothingRanked();
    }
    made.aboutTheRun();
    made.misses();
    made.notes.addAll(WriteBursts.notes(run));
    made.settings();
    made.marks();
    made.control();
    OverTime.lines(run.run()).forEach(line -> made.notes.add(Kind.OVER_TIME.of(line)));
    return made.notes.stream().sorted(Comparator.comparing(Note::kind)).toList();
  }

  private void nothingRanked() {
    long candidates =
        measured.stream()
            .map(each -> each.cell().label())
            .filter(Ranking::isContender)
            .distinct()
            .count();
    notes.add(
        Kind.NOTHING_RANKED.of(
            candidates < 2
                ? "Only one candidate: nothing to compare."
                : "No two candidates were measured on the same workload, other than single shots."));
  }

  private void aboutTheRun() {
    if (measured.stream().allMatch(each -> each.round() == 0)) {
      notes.add(
          Kind.ONE_ROUND.of(
              "Only one round was measured, so any difference may be chance: use --rounds 5."));
    }
    if (measured.stream().allMatch(this::fitsInMemory)) {
      notes.add(
          Kind.IN_MEMORY.of(
              "All data fitted in memory. For data larger than memory measure with a limit, such as --memory 0.33x."));
    }
    Map<Boolean, Set<String>> overConnection =
        measured.stream()
            .map(each -> each.cell().candidate())
            .distinct()
            .collect(
                Collectors.partitioningBy(
                    Notes::hasServer,
                    Collectors.mapping(Candidate::label, Collectors.toCollection(TreeSet::new))));
    if (!overConnection.get(true).isEmpty() && !overConnection.get(false).isEmpty()) {
      notes.add(
          Kind.OVER_CONNECTION.of(
              "Accessed over a connection, one statement per operation: %s. The others run inside the benchmark's process."
                  .formatted(String.join(", ", overConnection.get(true)))));
    }
    Map<String, Set<String>> unsupported = new TreeMap<>();
    run.run().results().stream()
        .filter(each -> each.status() == Status.UNSUPPORTED)
        .forEach(each -> add(unsupported, each.cell().label(), each.cell().workload()));
    Map<Set<String>, Set<String>> byWorkloads = new LinkedHashMap<>();
    unsupported.forEach((label, workloads) -> add(byWorkloads, workloads, label));
    byWorkloads.forEach(
        (workloads, labels) ->
            notes.add(
                Kind.UNSUPPORTED.of(
                    "%s: %s unsupported; see warnings."
                        .formatted(String.join(", ", labels), String.join(", ", workloads)))));
    run.cells().stream()
        .filter(
            each ->
                each.label().equals(Ranking.HARNESS) && each.readPercent().equals(Optional.of(100)))
        .flatMap(
            each ->
                run.score(each, CellScore.SPEED).stream()
                    .map(score -> 1e9 * each.threads() / score.value()))
        .limit(1)
        .forEach(
            nanos ->
                notes.add(
                    Kind.HARNESS.of(
                        "Harness overhead (noop): %.0f ns per read.".formatted(nanos))));
    Map<String, Double> warmUps = new LinkedHashMap<>();
    for (CellResult each : RunFacts.inPlanOrder(run.run())) {
      if (each.reported().warmUp() != null) {
        warmUps.merge(each.cell().label(), each.reported().warmUp().seconds(), Math::max);
      }
    }
    if (!warmUps.isEmpty()) {
      notes.add(
          Kind.WARM_UP.of(
              "Longest warm-up until steady: %s."
                  .formatted(
                      warmUps.entrySet().stream()
                          .map(each -> "%s %.1f s".formatted(each.getKey(), each.getValue()))
                          .collect(Collectors.joining(", ")))));
    }
  }

  /** Reads of a trace that find nothing; their rate is not one of values. */
  private void misses() {
    run.cells().stream()
        .filter(cell -> Workloads.replayingTraces().contains(cell.value("benchmark")))
        .flatMap(
            cell ->
                run
                    .score(cell, "misses")
                    .filter(misses -> misses.value() > 0)
                    .map(
                        misses ->
                            "%s: %,.0f reads hit, %,.0f missed."
                                .formatted(
                                    cell.workload(),
                                    run.score(cell, "hits").map(CellScore::value).orElse(0.0),
                                    misses.value()))
                    .stream())
        .distinct()
        .forEach(line -> notes.add(Kind.MISSES.of(line)));
  }

  private static boolean hasServer(Candidate candidate) {
    return Engines.find(candidate.engine()).filter(e -> e.capabilities().isServer()).isPresent();
  }

  private boolean fitsInMemory(CellResult result) {
    CellReport.Data data = result.reported().data();
    MemoryReport memory = result.reported().memory();
    long bytes = memory == null ? run.run().environment().memoryBytes() / 2 : memory.engineBytes();
    return data != null && data.summary().rawBytes() < bytes;
  }

  /** A setting that candidates have instead of the requested one. */
  private record Instead(String name, String asked, Role role, String given) {}

  private void settings() {
    Map<Instead, List<Cell>> cells = new LinkedHashMap<>();
    for (CellResult each : RunFacts.inPlanOrder(run.run())) {
      for (AppliedSetting one : MissingResults.departures(each)) {
        String asked = each.cell().parameters().getOrDefault(one.name(), "the default");
        cells
            .computeIfAbsent(
                new Instead(one.name(), asked, one.role(), one.value()), any -> new ArrayList<>())
            .add(each.cell());
      }
    }
    cells.forEach(
        (one, some) -> {
          String who = joined(some, Cell::label, " and ");
          boolean lost =
              one.name.equals(Parameter.DURABILITY.key()) && one.given.equals(Default.NONE);
          notes.add(
              one.role == Role.REPLACED
                  ? Kind.STRONGER.of(
                      "%s %s: %s %s is requested; %s cannot go below %s, so more work is done."
                          .formatted(
                              Mark.STRONGER,
                              joined(some, Cell::workload, ", "),
                              one.name,
                              one.asked,
                              who,
                              one.given))
                  : Kind.WEAKER.of(
                      lost
                          ? "%s %s: writes do not survive kill -9; they are shown, not ranked."
                              .formatted(Mark.WEAKENED, who)
                          : "%s %s: %s %s instead of %s; shown, not ranked."
                              .formatted(Mark.WEAKENED, who, one.name, one.given, one.asked)));
        });
  }

  private static String joined(List<Cell> cells, Function<Cell, String> name, String between) {
    return cells.stream().map(name).distinct().collect(Collectors.joining(between));
  }

  /** The other marks behind figures. */
  private void marks() {
    Set<String> rising = new LinkedHashSet<>();
    for (Cell cell : run.cells()) {
      CellScore.writeRateShortfall(run.rounds(cell))
          .ifPresent(
              least ->
                  notes.add(
                      Kind.WEAKER.of(
                          "%s %s: only %s writes a second, not ranked"
                              .formatted(
                                  Mark.WEAKENED, RunFacts.name(cell), Figures.rate(least)))));
      if (CellScore.stillWarmingUp(run.rounds(cell))) {
        rising.add(cell.label() + " " + cell.workload());
      }
    }
    if (!rising.isEmpty()) {
      notes.add(
          Kind.NOT_YET_WARM.of(
              "%s Not yet warm; the true speed is higher: %s. --steady-within 120 warms up longer."
                  .formatted(Mark.RISING, String.join(", ", rising))));
    }
    if (measured.stream().anyMatch(OverTime::isBurst)) {
      notes.add(
          Kind.BURST.of(
              "%s a burst of writes: too few have reached the disk to call the rate sustained"
                  .formatted(Mark.BURST)));
    }
  }

  /** The first candidate beside itself: equal, as far as the intervals are right. */
  private void control() {
    Map<String, List<String>> ratios = new LinkedHashMap<>();
    for (Measure measure : ranking.scores().keySet()) {
      ranking
          .control(measure)
          .ifPresent(
              each ->
                  ratios
                      .computeIfAbsent(each.name(), any -> new ArrayList<>())
                      .add(
                          "%s %s × (%s)"
                              .formatted(
                                  measure.shortName(),
                                  Figures.factor(each.ratio()),
                                  Figures.interval(each.low(), each.high()))));
    }
    ratios.forEach(
        (name, each) ->
            notes.add(
                Kind.CONTROL.of(
                    "Control (%s by turns with itself): %s."
                        .formatted(name, String.join(", ", each)))));
  }

  private static <K> void add(Map<K, Set<String>> sets, K key, String value) {
    sets.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(value);
  }
}
