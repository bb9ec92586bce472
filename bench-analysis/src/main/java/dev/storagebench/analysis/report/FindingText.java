package dev.storagebench.analysis.report;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Finding;
import dev.storagebench.analysis.conclusion.Finding.Amount;
import dev.storagebench.analysis.conclusion.Finding.Doubt;
import dev.storagebench.analysis.conclusion.Finding.Outcome;
import dev.storagebench.analysis.conclusion.Finding.Standing;
import dev.storagebench.analysis.conclusion.Mark;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.stats.Verdict;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.text.Figures;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding in words, the same on terminal, in Markdown and in the page.
 *
 * @param section the question of the suite that it answers; empty without one
 * @param need the workload or place
 * @param choice the candidates to choose, or that it is undecided
 * @param reasons by how much and how sure, then what contradicts the choice; a sentence each
 * @param decided whether the choice may be emphasized
 * @param lead the factor of the first of a ranking over the runner-up; null without one
 * @param finding of which these are the words; the page draws its standings
 */
record FindingText(
    String section,
    String need,
    String choice,
    List<String> reasons,
    boolean decided,
    @Nullable Double lead,
    Finding finding) {
  // So many candidates are named in a sentence.
  private static final int MAX_NAMES = 4;
  // Sizes of one store, for example, are the same in all rounds.
  private static final double EXACT = 1.01;

  /**
   * The words.
   *
   * @param isVoid whether a warning voids the run
   */
  private static FindingText of(String section, Finding finding, boolean isVoid) {
    List<Standing> standings = finding.standings();
    String figure = words(finding.figure());
    String place = finding.need();
    String need = place.isEmpty() ? figure : place;
    Words words =
        switch (finding.question()) {
          case FASTEST -> new Words(need, ranked(finding), fastest(finding));
          case SMALLEST ->
              new Words(
                  place.isEmpty() ? "Space" : "Space, " + place,
                  ranked(finding),
                  "%s after loading; %s."
                      .formatted(
                          shown(finding, standings.get(0)),
                          shortened(standings.subList(1, standings.size()))));
          case ENOUGH -> {
            Standing last = standings.get(standings.size() - 1);
            yield new Words(
                need,
                last.name(),
                last.name().equals(finding.reference())
                    ? "No smaller one has 0.90 × its %s.".formatted(figure)
                    : "%s × its best %s, at %s; no smaller one has 0.90 ×."
                        .formatted(Figures.factor(last.ratio()), figure, finding.reference()));
          }
          case DECLINE ->
              new Words(
                  "%s, relative to %s".formatted(need, finding.reference()),
                  multiples(standings, ""),
                  "");
          case BESIDE ->
              new Words(
                  place.isEmpty() ? figure : place + ", " + figure,
                  multiples(standings, finding.reference()),
                  "");
        };
    String choice = words.choice + (finding.outcome() == Outcome.ONE_ROUND ? once(standings) : "");
    return new FindingText(
        section,
        words.need,
        isVoid ? "void (%s)".formatted(choice) : choice,
        Stream.concat(Stream.of(words.reason), finding.doubts().stream().map(Doubt::text))
            .filter(each -> !each.isEmpty())
            .toList(),
        finding.decided() && !finding.chosen().isEmpty() && !isVoid,
        lead(finding),
        finding);
  }

  /** Parts of a sentence: about what, which, and why. */
  private record Words(String need, String choice, String reason) {}

  /** All findings of a run, section by section. */
  static List<FindingText> of(Analysis analysis) {
    return analysis.sections().stream()
        .flatMap(
            section ->
                section.findings().stream()
                    .map(each -> of(section.title(), each, analysis.isVoid())))
        .toList();
  }

  /** All of it in one paragraph. */
  String paragraph() {
    return paragraph(reasons);
  }

  /** The choice, and by how much. */
  String line() {
    return paragraph(reasons.stream().limit(1).toList());
  }

  private String paragraph(List<String> some) {
    return "%s: %s. %s".formatted(need, choice, String.join(" ", some)).strip();
  }

  private static @Nullable Double lead(Finding finding) {
    return finding.standings().stream()
        .filter(each -> !each.is(Verdict.BEST, Verdict.WEAKENED))
        .findFirst()
        .map(each -> 1 / each.ratio())
        .orElse(null);
  }

  private static String ranked(Finding finding) {
    return switch (finding.outcome()) {
      case ALONE -> "only %s was measured".formatted(finding.reference());
      case UNRANKED -> "undecided";
      case UNDECIDED -> "undecided between " + joined(finding.chosen());
      case DECIDED, LEVEL, ONE_ROUND ->
          joined(finding.chosen()) + (finding.chosen().size() > 1 ? ": no clear winner" : "");
    };
  }

  /** Whether it all, or some of it, rests on one round. */
  private static String once(List<Standing> standings) {
    // The best has more rounds than its rivals have in common with it.
    boolean all = standings.stream().allMatch(each -> each.rounds() < 2 || each.is(Verdict.BEST));
    return all ? " (one round only)" : " (some in one round only)";
  }

  private static String fastest(Finding finding) {
    if (finding.outcome() == Outcome.UNRANKED) {
      return "No candidate was measured with the settings that were requested.";
    }
    Standing best = finding.standings().get(0);
    List<String> clauses = new ArrayList<>();
    clauses.add(
        (finding.chosen().size() == 1 ? "" : best.name() + " reaches ")
            + shown(finding, best)
            + finding.some(Verdict.SLOWER, Verdict.TOO_FEW_ROUNDS).stream()
                .findFirst()
                .map(
                    next ->
                        ", %s × %s%s"
                            .formatted(
                                Figures.factor(1 / next.ratio()),
                                next.name(),
                                next.low() == null || next.high() == null
                                    ? ""
                                    : " (%s)".formatted(interval(1 / next.high(), 1 / next.low()))))
                .orElse(""));
    List<Standing> open =
        finding.some(Verdict.NO_DIFFERENCE_SHOWN, Verdict.FASTER, Verdict.UNDECIDED);
    if (!open.isEmpty()) {
      clauses.add(shortened(open));
    }
    if (CellScore.isTime(finding.figure())) {
      clauses.add("times by their inverse");
    }
    if (finding.roundsNeeded() > 0) {
      clauses.add(
          "a decision needs a run of about %1$d rounds (%2$s): --rounds %1$d"
              .formatted(finding.roundsNeeded(), Figures.duration(finding.secondsNeeded())));
    }
    return String.join("; ", clauses) + ".";
  }

  /** Names as many as a sentence holds, and gives the range of the others. */
  private static String shortened(List<Standing> standings) {
    // The range of a single other would be no shorter.
    if (standings.size() <= MAX_NAMES + 1) {
      return multiples(standings, "");
    }
    DoubleSummaryStatistics others =
        standings.stream().skip(MAX_NAMES).mapToDouble(Standing::ratio).summaryStatistics();
    return "%s; %d others %s ×"
        .formatted(
            multiples(standings.subList(0, MAX_NAMES), ""),
            others.getCount(),
            interval(others.getMin(), others.getMax()));
  }

  /** {@code rocksdb 0.68 × lmdb; sqlite 0.98 × (0.95 to 1.02, n.s.)}. */
  private static String multiples(List<Standing> standings, String reference) {
    String of = reference.isEmpty() ? "" : " " + reference;
    return IntStream.range(0, standings.size())
        .mapToObj(i -> multiple(standings.get(i), i == 0 ? of : ""))
        .collect(Collectors.joining("; "));
  }

  private static String multiple(Standing one, String of) {
    List<String> sure = new ArrayList<>();
    if (one.low() != null && one.high() != null && one.high() / one.low() > EXACT) {
      sure.add(interval(one.low(), one.high()));
    }
    if (one.is(Verdict.UNDECIDED) || (one.is(Verdict.NO_DIFFERENCE_SHOWN) && one.low() != null)) {
      sure.add(one.verdict().toString());
    }
    return "%s %s ×%s%s%s"
        .formatted(
            one.name(),
            Figures.factor(one.ratio()),
            of,
            sure.isEmpty() ? "" : " (%s)".formatted(String.join(", ", sure)),
            one.beside().entrySet().stream()
                .map(each -> ", %s %s".formatted(words(each.getKey()), each.getValue()))
                .collect(Collectors.joining()));
  }

  private static String interval(double low, double high) {
    return "%s to %s".formatted(Figures.factor(low), Figures.factor(high));
  }

  private static String shown(Finding finding, Standing one) {
    Amount value = one.value();
    return value == null
        ? "-"
        : value
            + (finding.figure().equals(CellScore.SPEED) ? " " + value.unit() : "")
            + (one.weakened() ? Mark.WEAKENED : "");
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

  private static String words(String figure) {
    return switch (figure) {
      case CellScore.LOADED_BYTES, CellScore.SPACE_SAVED, "store.size_in_use" -> "space";
      case "rows", "queries" -> figure + " a second";
      default -> Parameter.label(figure).replace("cpu", "CPU").replace("per query", "a query");
    };
  }
}
