package dev.storagebench.analysis.conclusion;

import static dev.storagebench.analysis.compare.Measure.CONDITIONS;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Measure.Kind;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Finding.Doubt;
import dev.storagebench.analysis.conclusion.Finding.Outcome;
import dev.storagebench.analysis.conclusion.Finding.Question;
import dev.storagebench.analysis.conclusion.Finding.Standing;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.Verdict;
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

/** The fastest candidate for each workload. */
final class RankingFindings {
  // For times of one round, which have no interval.
  private static final double CLEARLY = 1.1;

  private final Dimensions run;
  private final Ranking ranking;
  private final List<Measure> measures;
  private final Map<String, List<Measure>> byName;
  private final List<String> varying;

  RankingFindings(Dimensions run, Ranking ranking) {
    this.run = run;
    this.ranking = ranking;
    // Throughputs; the p99 of workloads that have none. Stores are loaded without repetition.
    this.measures =
        ranking.scores().keySet().stream()
            .filter(
                each ->
                    each.kind() == Kind.THROUGHPUT
                        || (each.isP99()
                            && ranking.scores().keySet().stream().noneMatch(each::isTailOf)))
            .toList();
    this.byName = measures.stream().collect(Collectors.groupingBy(Measure::verdictName));
    this.varying = Measure.varying(measures);
  }

  /** The conditions that all workloads have in common, in words. */
  String given() {
    return CONDITIONS.stream()
        .filter(each -> !varying.contains(each))
        .flatMap(
            name -> Measure.values(measures, name).stream().map(each -> run.condition(name, each)))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** A finding for each workload under each combination of the conditions that vary. */
  List<Finding> findings() {
    return measures.stream()
        .filter(each -> ranking.tables().containsKey(each) || candidates(each).size() > 1)
        .map(this::finding)
        .toList();
  }

  /**
   * Conditions that distinguish it from others of its name, in words by what they are.
   *
   * @param always what is named although they may have it in common
   */
  private Map<String, String> under(Measure measure, List<String> always) {
    List<Measure> alike = byName.getOrDefault(measure.verdictName(), List.of());
    Map<String, String> under = new LinkedHashMap<>();
    Stream.concat(Stream.of(Dimensions.THREADS), measure.parameters().texts().keySet().stream())
        .filter(by -> Measure.values(alike, by).size() > 1)
        .collect(Collectors.toCollection(() -> new LinkedHashSet<>(always)))
        .forEach(by -> under.put(by, run.condition(by, measure.value(by))));
    return under;
  }

  private Finding finding(Measure measure) {
    Map<String, CellScore> scores = ranking.scores().getOrDefault(measure, Map.of());
    List<Ratio> table = ranking.tables().getOrDefault(measure, List.of());
    List<Standing> standings =
        (table.isEmpty() ? unranked(scores) : table)
            .stream().map(each -> Standing.of(each, scores.get(each.name()), Map.of())).toList();
    Outcome outcome =
        !table.isEmpty()
            ? Finding.outcome(standings)
            : standings.size() == 1 ? Outcome.ALONE : Outcome.UNRANKED;
    // The best has the highest mean of all its rounds, the others may have missed slow ones.
    boolean level = standings.stream().anyMatch(each -> each.is(Verdict.FASTER));
    List<String> chosen =
        Stream.of(Verdict.BEST, Verdict.NO_DIFFERENCE_SHOWN, Verdict.FASTER, Verdict.UNDECIDED)
            .flatMap(verdict -> standings.stream().filter(each -> each.is(verdict)))
            .map(Standing::name)
            .limit(outcome == Outcome.UNRANKED ? 0 : standings.size())
            .toList();
    Optional<Ratio> open = table.stream().max(Comparator.comparingInt(Ratio::roundsNeeded));
    return new Finding(
        Question.FASTEST,
        Stream.concat(Stream.of(measure.verdictName()), under(measure, List.of()).values().stream())
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(", ")),
        measure.verdictName(),
        measure.conditions(),
        under(measure, varying),
        measure.figure(),
        standings.isEmpty() ? "" : standings.get(0).name(),
        standings,
        chosen,
        outcome == Outcome.DECIDED && level ? Outcome.LEVEL : outcome,
        open.map(Ratio::roundsNeeded).orElse(0),
        open.map(ranking::secondsNeeded).orElse(0.0),
        doubts(measure, standings, chosen));
  }

  /** Finding of a measure that fewer than two candidates have as it was requested. */
  private static List<Ratio> unranked(Map<String, CellScore> scores) {
    return scores.keySet().stream()
        .filter(Ranking::isContender)
        .map(name -> new Ratio(name, scores.get(name).rounds().size(), 1, 1, 1, Verdict.BEST, 0))
        .toList();
  }

  private List<Doubt> doubts(Measure measure, List<Standing> standings, List<String> chosen) {
    List<Doubt> doubts = new ArrayList<>();
    Map<String, List<CellResult>> candidates = candidates(measure);
    ranking.tables().getOrDefault(measure, List.of()).stream()
        .filter(each -> each.verdict() == Verdict.WEAKENED && each.ratio() > 1)
        .map(each -> Doubt.Kind.WEAKER_RIVAL.of(each.name(), each.text(standings.get(0).name())))
        .forEach(doubts::add);
    if (standings.size() > 1 && !chosen.isEmpty()) {
      String leader = chosen.get(0);
      Set<String> first =
          standings.stream()
              .filter(each -> chosen.contains(each.name()) && !each.is(Verdict.UNDECIDED))
              .map(Standing::name)
              .collect(Collectors.toSet());
      ranking.tables().keySet().stream()
          .filter(time -> time.isTailOf(measure))
          .forEach(time -> shorterP99(time, leader, first).ifPresent(doubts::add));
      List<CellResult> rounds = candidates.getOrDefault(leader, List.of());
      if (!measure.isTime() && !rounds.isEmpty() && rounds.stream().allMatch(CellScore::isBurst)) {
        doubts.add(Doubt.Kind.BURST.of(leader));
      }
      sustained(candidates, leader).ifPresent(doubts::add);
    }
    candidates.forEach(
        (label, rounds) -> {
          int failed = Status.FAILED.of(rounds).size();
          if (failed > 0) {
            doubts.add(Doubt.Kind.FAILED.of(label, failed, rounds.size()));
          }
          if (rounds.stream().anyMatch(CellScore::isLate)) {
            doubts.add(Doubt.Kind.BEHIND_RATE.of(label));
          }
          if (rounds.isEmpty()) {
            doubts.add(Doubt.Kind.PENDING.of(label));
          }
        });
    return doubts;
  }

  /** Another candidate's p99 is clearly shorter than that of the fastest. */
  private Optional<Doubt> shorterP99(Measure time, String leader, Set<String> first) {
    List<Ratio> tail = ranking.tables().get(time);
    Map<String, CellScore> scores = ranking.scores().get(time);
    String shortest = tail.get(0).name();
    return tail.stream()
        .filter(each -> each.name().equals(leader) && !first.contains(shortest))
        .filter(
            each ->
                each.verdict() == Verdict.SLOWER
                    || (each.verdict() == Verdict.TOO_FEW_ROUNDS && each.ratio() < 1 / CLEARLY))
        .map(
            each ->
                Doubt.Kind.SHORTER_P99.of(
                    shortest,
                    scores.get(shortest).shown(),
                    leader,
                    scores.get(leader).shown() + once(each.isAlone())))
        .findFirst();
  }

  /** Another candidate's sustained rate is clearly higher than that of the fastest. */
  private static Optional<Doubt> sustained(Map<String, List<CellResult>> all, String first) {
    Map<String, CellScore> rates = new TreeMap<>();
    all.forEach(
        (label, rounds) ->
            CellScore.of("sustained", rounds).ifPresent(each -> rates.put(label, each)));
    CellScore own = rates.get(first);
    return rates.entrySet().stream()
        .filter(each -> own != null && each.getValue().value() > own.value() * CLEARLY)
        .max(Comparator.comparing(each -> each.getValue().value()))
        .map(
            best -> {
              CellScore other = best.getValue();
              boolean once = Math.min(own.rounds().size(), other.rounds().size()) < 2;
              return Doubt.Kind.SUSTAINED.of(
                  best.getKey(),
                  Figures.rate(other.value()),
                  first,
                  Figures.rate(own.value()) + once(once));
            });
  }

  private static String once(boolean once) {
    return once ? " (one round)" : "";
  }

  private Map<String, List<CellResult>> candidates(Measure measure) {
    Map<String, List<CellResult>> asked = run.candidates(measure);
    asked.keySet().removeIf(label -> !Ranking.isContender(label));
    return asked;
  }
}
