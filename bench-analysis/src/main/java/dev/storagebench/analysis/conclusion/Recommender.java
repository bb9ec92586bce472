package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Conclusion.Answer;
import dev.storagebench.analysis.conclusion.Conclusion.Lead;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chooses the candidate for one workload, with the reasons for and against it. */
record Recommender(Ranking ranking, Map<Cell, List<CellResult>> cells, Dimensions run) {
  // For sizes, and times of one round, which have no interval.
  private static final String NO_WINNER = ": no clear winner";
  private static final double CLEARLY = 1.1;
  // So many candidates are named in a sentence.
  private static final int MAX_NAMES = 4;

  /** Throughputs; the p99 of workloads that have none. Stores are loaded without repetition. */
  List<Measure> measures() {
    return ranking.scores().keySet().stream()
        .filter(
            measure ->
                measure.isTime()
                    ? measure.figure().equals("p99") && !isServiceTimeOfThroughput(measure)
                    : !measure.unit().equals("rec/s"))
        .toList();
  }

  private boolean isServiceTimeOfThroughput(Measure measure) {
    return ranking.scores().keySet().stream().anyMatch(other -> isTailOf(measure, other));
  }

  /** Whether it is the p99 of a workload whose throughput the other one is. */
  private static boolean isTailOf(Measure time, Measure throughput) {
    return !throughput.isTime()
        && time.figure().equals("p99")
        && Set.of(throughput.workload(), throughput.workload() + " service time")
            .contains(time.workload())
        && Conclusion.CONDITIONS.stream()
            .allMatch(
                each -> Conclusion.value(time, each).equals(Conclusion.value(throughput, each)));
  }

  /**
   * The answers for the measures of one part.
   *
   * @param all of the run's parts
   */
  List<Answer> answers(List<Measure> part, List<Measure> all) {
    List<Answer> answers = new ArrayList<>();
    Map<String, List<Measure>> inPart = byName(part);
    Map<String, List<Measure>> inAll = byName(all);
    List<String> varying =
        Conclusion.CONDITIONS.stream().filter(by -> Conclusion.values(all, by).size() > 1).toList();
    for (Measure measure : part) {
      String need =
          Stream.concat(
                  Stream.of(name(measure)), under(measure, inPart, List.of()).values().stream())
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining(", "));
      List<Ratio> table = ranking.tables().getOrDefault(measure, List.of());
      if (!table.isEmpty()) {
        answers.add(ranked(measure, need, table, under(measure, inAll, varying)));
      } else if (candidates(measure).size() > 1) {
        answers.add(unranked(measure, need));
      }
    }
    return answers;
  }

  /** The workload in words. */
  private static String name(Measure measure) {
    return measure
        .throughputOf()
        .filter(type -> !measure.parameters().containsKey(Cell.STAGE))
        .map(type -> type.shortName(measure.parameters()))
        .orElse(measure.shortName());
  }

  private static Map<String, List<Measure>> byName(List<Measure> measures) {
    return measures.stream().collect(Collectors.groupingBy(Recommender::name));
  }

  /**
   * What distinguishes it from others of its name, in words by what it is.
   *
   * @param always what is named although they may have it in common
   */
  private Map<String, String> under(
      Measure measure, Map<String, List<Measure>> byName, List<String> always) {
    List<Measure> alike = byName.getOrDefault(name(measure), List.of());
    Map<String, String> under = new LinkedHashMap<>();
    Stream.concat(Stream.of(Dimensions.THREADS), measure.parameters().keySet().stream())
        .filter(by -> Conclusion.values(alike, by).size() > 1)
        .collect(Collectors.toCollection(() -> new LinkedHashSet<>(always)))
        .forEach(
            by ->
                under.put(
                    by, Conclusion.named(by, run.labelled(by, Conclusion.value(measure, by)))));
    return under;
  }

  private Answer ranked(
      Measure measure, String need, List<Ratio> table, Map<String, String> under) {
    Ratio best = table.get(0);
    // The best has the highest mean of all its rounds, the others may have missed slow ones.
    List<Ratio> level = some(table, Verdict.NO_DIFFERENCE_SHOWN, Verdict.FASTER);
    List<Ratio> open = some(table, Verdict.UNDECIDED);
    List<Ratio> once = some(table, Verdict.TOO_FEW_ROUNDS);
    List<Ratio> behind =
        Stream.concat(some(table, Verdict.SLOWER).stream(), once.stream()).toList();
    List<Ratio> first = Stream.concat(Stream.of(best), level.stream()).toList();
    String choice =
        open.isEmpty()
            ? listed(first)
                + (level.isEmpty() ? "" : NO_WINNER)
                + (once.isEmpty()
                    ? ""
                    : once.equals(behind) && level.isEmpty()
                        ? " (one round only)"
                        : " (%s: one round only)".formatted(listed(once)))
            : "undecided between " + listed(Stream.concat(first.stream(), open.stream()).toList());
    List<String> clauses = new ArrayList<>();
    clauses.add(
        (level.isEmpty() && open.isEmpty() ? "" : best.name() + " reaches ")
            + figure(measure, best.name())
            + behind.stream()
                .findFirst()
                .map(next -> ", " + ahead(next, behind.size() > 1 && next.equals(table.get(1))))
                .orElse(""));
    if (!level.isEmpty()) {
      clauses.add(together(level, "not significantly slower"));
    }
    open.stream()
        .max(Comparator.comparingInt(Ratio::roundsNeeded))
        .flatMap(ranking::advice)
        .ifPresent(advice -> clauses.add(together(open, "undecided") + "; a decision " + advice));
    List<String> reasons = new ArrayList<>(List.of(String.join("; ", clauses) + "."));
    reasons.addAll(against(measure, table, first));
    Double ahead =
        table.stream()
            .filter(each -> !each.isBest() && each.verdict() != Verdict.WEAKENED)
            .map(each -> RunFacts.number(1 / each.ratio()))
            .findFirst()
            .orElse(null);
    boolean decided = level.isEmpty() && open.isEmpty() && once.isEmpty();
    return new Answer(
        need, choice, reasons, new Lead(name(measure), under, best.name(), ahead, decided));
  }

  private static String together(List<Ratio> ratios, String state) {
    return ratios.size() == 1
        ? "%s is %s at %s".formatted(ratios.get(0).name(), state, ratio(ratios.get(0)))
        : "%s are %s"
            .formatted(
                joined(
                    ratios.stream()
                        .map(each -> "%s at %s".formatted(each.name(), ratio(each)))
                        .toList()),
                state);
  }

  /** How far the best is ahead of the next one. */
  private static String ahead(Ratio next, boolean runnerUp) {
    String interval =
        Double.isNaN(next.low())
            ? next.verdict() == Verdict.TOO_FEW_ROUNDS
                ? "no interval"
                : "interval too wide to show, %d rounds".formatted(next.rounds())
            : "95 %% interval %s to %s, %d rounds"
                .formatted(
                    Figures.factor(1 / next.high()), Figures.factor(1 / next.low()), next.rounds());
    return "%s× as fast as %s%s (%s)"
        .formatted(
            Figures.factor(1 / next.ratio()),
            next.name(),
            runnerUp ? ", the runner-up" : "",
            interval);
  }

  static String ratio(Ratio ratio) {
    String interval =
        Double.isNaN(ratio.low())
            ? ""
            : " (%s to %s)".formatted(Figures.factor(ratio.low()), Figures.factor(ratio.high()));
    return Figures.factor(ratio.ratio()) + "×" + interval;
  }

  private Answer unranked(Measure measure, String need) {
    List<String> measured =
        ranking.scores().getOrDefault(measure, Map.of()).keySet().stream()
            .filter(Ranking::isContender)
            .toList();
    return measured.size() == 1
        ? new Answer(
            need,
            "only %s was measured".formatted(measured.get(0)),
            Stream.concat(
                    Stream.of("It reaches %s.".formatted(figure(measure, measured.get(0)))),
                    against(measure, List.of(), List.of()).stream())
                .toList())
        : new Answer(
            need,
            "undecided",
            List.of("No candidate was measured with the settings that were requested."));
  }

  /** The candidate with the smallest store. */
  Answer space(Map<String, Double> sizes) {
    List<Map.Entry<String, Double>> smallest =
        sizes.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    double least = smallest.get(0).getValue();
    List<String> level =
        smallest.stream()
            .filter(each -> each.getValue() < least * CLEARLY)
            .map(Map.Entry::getKey)
            .toList();
    String others =
        smallest.stream()
            .skip(1)
            .limit(MAX_NAMES)
            .map(each -> "%s %s×".formatted(each.getKey(), Figures.factor(each.getValue() / least)))
            .collect(Collectors.joining(", "));
    return new Answer(
        "Space",
        joined(level) + (level.size() > 1 ? NO_WINNER : ""),
        List.of(
            "%s takes %s after loading; %s%s."
                .formatted(
                    smallest.get(0).getKey(),
                    Figures.size(least),
                    others,
                    smallest.size() > MAX_NAMES + 1 ? ", others more" : "")));
  }

  private static List<Ratio> some(List<Ratio> table, Verdict... verdicts) {
    return table.stream().filter(each -> List.of(verdicts).contains(each.verdict())).toList();
  }

  private static String listed(List<Ratio> ratios) {
    return joined(ratios.stream().map(Ratio::name).toList());
  }

  private static String joined(List<String> names) {
    int last = Math.min(names.size() - 1, MAX_NAMES);
    return last == 0
        ? names.get(0)
        : "%s and %s"
            .formatted(
                String.join(", ", names.subList(0, last)),
                last == names.size() - 1 ? names.get(last) : names.size() - last + " others");
  }

  private String figure(Measure measure, String label) {
    CellScore score = ranking.scores().getOrDefault(measure, Map.of()).get(label);
    return score == null
        ? "-"
        : Figures.show(score.unit(), score.value())
            + (measure.isTime() ? "" : " " + score.unit())
            + (score.weakened() ? MissingResults.WEAKENED : "");
  }

  /** What contradicts the choice: weaker rivals, tails, failures. */
  private List<String> against(Measure measure, List<Ratio> table, List<Ratio> first) {
    List<String> against = new ArrayList<>();
    Map<String, List<CellResult>> candidates = candidates(measure);
    table.stream()
        .filter(each -> each.verdict() == Verdict.WEAKENED && each.ratio() > 1)
        .map(
            each ->
                "%s%s reaches %s×, but with weaker %s than requested."
                    .formatted(
                        each.name(),
                        MissingResults.WEAKENED,
                        Figures.factor(each.ratio()),
                        weakened(candidates.getOrDefault(each.name(), List.of()))))
        .forEach(against::add);
    ranking
        .tables()
        .forEach(
            (time, tail) -> {
              if (isTailOf(time, measure) && !first.isEmpty()) {
                tail(time, tail, first).forEach(against::add);
              }
            });
    if (!first.isEmpty()) {
      String leader = first.get(0).name();
      List<CellResult> rounds = candidates.getOrDefault(leader, List.of());
      if (!measure.isTime() && !rounds.isEmpty() && rounds.stream().allMatch(OverTime::isBurst)) {
        against.add(leader + "'s rate is a burst of writes, not sustained.");
      }
      sustained(candidates, leader).ifPresent(against::add);
    }
    candidates.forEach(
        (label, rounds) -> {
          long failed = rounds.stream().filter(each -> each.status() == Status.FAILED).count();
          if (failed > 0) {
            against.add("%s FAILED in %d of %d rounds.".formatted(label, failed, rounds.size()));
          }
          if (rounds.stream().anyMatch(CellScore::isLate)) {
            against.add(label + " did not keep up with the rate.");
          }
        });
    List<String> pending =
        candidates.keySet().stream().filter(each -> candidates.get(each).isEmpty()).toList();
    if (!pending.isEmpty()) {
      against.add("Not measured yet: %s.".formatted(joined(pending)));
    }
    return against;
  }

  /** Another candidate's p99 is clearly shorter than that of the fastest. */
  private Stream<String> tail(Measure time, List<Ratio> tail, List<Ratio> first) {
    String shortest = tail.get(0).name();
    return tail.stream()
        .filter(each -> each.name().equals(first.get(0).name()))
        .filter(each -> first.stream().noneMatch(one -> one.name().equals(shortest)))
        .filter(
            each ->
                each.verdict() == Verdict.SLOWER
                    || (each.verdict() == Verdict.TOO_FEW_ROUNDS && each.ratio() < 1 / CLEARLY))
        .map(
            each ->
                "By p99 %s is ahead: %s, %s %s."
                    .formatted(
                        shortest, figure(time, shortest), each.name(), figure(time, each.name())));
  }

  /** Another candidate's sustained rate is clearly higher than that of the fastest. */
  private static Optional<String> sustained(Map<String, List<CellResult>> all, String first) {
    Map<String, Double> rates = new TreeMap<>();
    all.forEach(
        (label, rounds) ->
            CellScore.of("sustained", rounds).ifPresent(each -> rates.put(label, each.value())));
    double own = rates.getOrDefault(first, Double.MAX_VALUE);
    return rates.entrySet().stream()
        .filter(each -> each.getValue() > own * CLEARLY)
        .max(Map.Entry.comparingByValue())
        .map(
            best ->
                "Sustained, %s is ahead: %s op/s, %s %s."
                    .formatted(
                        best.getKey(), Figures.rate(best.getValue()), first, Figures.rate(own)));
  }

  private static String weakened(List<CellResult> rounds) {
    return rounds.stream()
        .flatMap(each -> each.reported().settings().stream())
        .filter(each -> each.role() == Role.WEAKENED)
        .map(AppliedSetting::name)
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private Map<String, List<CellResult>> candidates(Measure measure) {
    Map<String, List<CellResult>> asked = RunFacts.candidates(cells, measure);
    asked.keySet().removeIf(label -> !Ranking.isContender(label));
    return asked;
  }
}
