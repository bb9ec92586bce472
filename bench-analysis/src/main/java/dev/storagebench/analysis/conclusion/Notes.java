package dev.storagebench.analysis.conclusion;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Note.Kind;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Stream;

/** Makes the notes of a run. */
final class Notes {
  private final Dimensions run;
  private final List<CellResult> measured;
  private final List<Note> notes = new ArrayList<>();

  private Notes(Dimensions run) {
    this.run = run;
    this.measured = Status.MEASURED.of(RunFacts.inPlanOrder(run.run()));
  }

  /** The most important first. */
  static List<Note> of(Dimensions run, Ranking ranking, boolean nothingFound) {
    Notes made = new Notes(run);
    if (made.measured.isEmpty()) {
      return List.of(Kind.NOTHING_MEASURED.of());
    }
    made.aboutTheRun(nothingFound);
    made.aboutCandidates();
    made.misses();
    made.settings();
    made.marks();
    made.control(ranking);
    made.slowest(ranking);
    made.notes.addAll(WriteBursts.notes(run));
    return made.notes.stream().sorted(Comparator.comparing(Note::kind)).toList();
  }

  private void add(Kind kind, Object... details) {
    notes.add(kind.of(details));
  }

  /** Adds a note that lists these, if there are any. */
  private void list(Kind kind, Stream<String> these) {
    String list = these.distinct().collect(joining(", "));
    if (!list.isEmpty()) {
      add(kind, list);
    }
  }

  private void aboutTheRun(boolean nothingFound) {
    if (nothingFound) {
      long candidates =
          measured.stream()
              .map(each -> each.cell().label())
              .filter(Ranking::isContender)
              .distinct()
              .count();
      add(candidates < 2 ? Kind.ONE_CANDIDATE : Kind.NOTHING_RANKED);
    }
    if (measured.stream().allMatch(each -> each.round() == 0)) {
      add(Kind.ONE_ROUND);
    }
    if (measured.stream().allMatch(this::fitsInMemory)) {
      add(Kind.IN_MEMORY);
    }
    run.cells().stream()
        .filter(each -> each.label().equals(Ranking.HARNESS))
        .filter(each -> each.readPercent().equals(Optional.of(100)))
        .flatMap(
            each ->
                run.score(each, CellScore.SPEED).stream()
                    .map(score -> 1e9 * each.threads() / score.value()))
        .limit(1)
        .forEach(nanos -> add(Kind.HARNESS, nanos));
  }

  /** Reads of a trace that find nothing; their rate is not one of values. */
  private void misses() {
    run.cells().stream()
        .filter(cell -> Workloads.replayingTraces().contains(cell.value("benchmark")))
        .flatMap(
            cell ->
                run.score(cell, "misses").stream()
                    .filter(misses -> misses.value() > 0)
                    .map(
                        misses ->
                            Kind.MISSES.of(
                                cell.workload(),
                                run.score(cell, "hits").map(CellScore::value).orElse(0.0),
                                misses.value())))
        .distinct()
        .forEach(notes::add);
  }

  private boolean fitsInMemory(CellResult result) {
    CellReport.Data data = result.reported().data();
    MemoryReport memory = result.reported().memory();
    long bytes = memory == null ? run.run().environment().memoryBytes() / 2 : memory.engineBytes();
    return data != null && data.summary().rawBytes() < bytes;
  }

  private void aboutCandidates() {
    List<Candidate> all =
        measured.stream().map(each -> each.cell().candidate()).distinct().toList();
    List<Candidate> servers = all.stream().filter(Notes::hasServer).toList();
    if (servers.size() < all.size()) {
      list(Kind.OVER_CONNECTION, servers.stream().map(Candidate::label).sorted());
    }
    Map<String, Set<String>> unsupported =
        Status.UNSUPPORTED.of(run.run().results()).stream()
            .map(CellResult::cell)
            .collect(groupingBy(Cell::label, TreeMap::new, names(Cell::workload)));
    unsupported.keySet().stream()
        .collect(groupingBy(unsupported::get, LinkedHashMap::new, joining(", ")))
        .forEach(
            (workloads, labels) -> add(Kind.UNSUPPORTED, labels, String.join(", ", workloads)));
    Map<String, Double> warmUps = new LinkedHashMap<>();
    for (CellResult each : measured) {
      if (each.reported().warmUp() != null) {
        warmUps.merge(each.cell().label(), each.reported().warmUp().seconds(), Math::max);
      }
    }
    list(
        Kind.WARM_UP,
        warmUps.entrySet().stream()
            .map(each -> "%s %.1f s".formatted(each.getKey(), each.getValue())));
  }

  /** The reviews of the candidates that a workload shows to be the slowest. */
  private void slowest(Ranking ranking) {
    Map<String, String> pages = RunFacts.reviews();
    Set<String> last =
        ranking.tables().values().stream()
            .flatMap(
                table ->
                    table.stream()
                        .filter(each -> each.verdict() != Verdict.WEAKENED)
                        .reduce((one, next) -> next)
                        .stream())
            .filter(each -> each.verdict() == Verdict.SLOWER)
            .map(Ratio::name)
            .collect(toSet());
    list(
        Kind.SLOWEST,
        measured.stream()
            .map(each -> each.cell().candidate())
            .filter(each -> last.contains(each.label()) && pages.containsKey(each.engine()))
            .map(each -> "%s docs/engines/%s".formatted(each.label(), pages.get(each.engine()))));
  }

  private static boolean hasServer(Candidate candidate) {
    return Engines.find(candidate.engine()).filter(e -> e.capabilities().isServer()).isPresent();
  }

  /** A setting that candidates have instead of the requested one. */
  private record Instead(String name, String asked, Role role, String given) {}

  private void settings() {
    Map<Instead, List<Cell>> cells = new LinkedHashMap<>();
    for (CellResult each : RunFacts.inPlanOrder(run.run())) {
      for (AppliedSetting one : CellScore.departures(each)) {
        String asked = each.cell().parameters().texts().getOrDefault(one.name(), "the default");
        Instead instead = new Instead(one.name(), asked, one.role(), one.value());
        cells.computeIfAbsent(instead, any -> new ArrayList<>()).add(each.cell());
      }
    }
    cells.forEach(
        (one, some) -> {
          String who = String.join(" and ", some.stream().collect(names(Cell::label)));
          String what = String.join(", ", some.stream().collect(names(Cell::workload)));
          boolean durable =
              !one.name.equals(Parameter.DURABILITY.key()) || !one.given.equals(Parameter.NONE);
          notes.add(
              one.role == Role.REPLACED
                  ? Kind.STRONGER.of(what, one.name, one.asked, who, one.given)
                  : durable
                      ? Kind.WEAKER.of(who, one.name, one.given, one.asked)
                      : Kind.NOT_DURABLE.of(who));
        });
  }

  /** The other marks behind figures. */
  private void marks() {
    for (Cell cell : run.cells()) {
      CellScore.writeRateShortfall(run.rounds(cell))
          .ifPresent(least -> add(Kind.FEW_WRITES, RunFacts.name(cell), Figures.rate(least)));
    }
    list(
        Kind.NOT_YET_WARM,
        run.cells().stream()
            .filter(each -> CellScore.stillWarmingUp(run.rounds(each)))
            .map(each -> each.label() + " " + each.workload()));
    if (measured.stream().anyMatch(CellScore::isBurst)) {
      add(Kind.BURST);
    }
  }

  /** The first candidate beside itself: equal, as far as the intervals are right. */
  private void control(Ranking ranking) {
    Map<String, String> ratios = new LinkedHashMap<>();
    for (Measure measure : ranking.scores().keySet()) {
      ranking
          .control(measure)
          .ifPresent(
              each ->
                  ratios.merge(
                      each.name(),
                      measure.shortName() + " " + each.text(),
                      (one, next) -> one + ", " + next));
    }
    ratios.forEach((name, each) -> add(Kind.CONTROL, name, each));
  }

  private static <T> Collector<T, ?, Set<String>> names(Function<T, String> name) {
    return mapping(name, toCollection(LinkedHashSet::new));
  }
}
