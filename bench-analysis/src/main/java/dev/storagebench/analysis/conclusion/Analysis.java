package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that is concluded from a run, computed once; terminal, Markdown, page and {@code
 * verdict.json} show this.
 *
 * @param invalid warnings that void the run, and with it every finding
 * @param given the conditions that are the same for all workloads, in words
 * @param sections the questions of the suite, then the fastest and the smallest
 * @param notes on how to read the figures, the most important first
 * @param warnings a line for each reason why cells were not measured, then what limits the others
 */
public record Analysis(
    Dimensions dimensions,
    Ranking ranking,
    List<Warning> invalid,
    String given,
    List<Section> sections,
    List<Note> notes,
    List<Warning> warnings) {

  /**
   * Findings under one heading.
   *
   * @param title the suite's question; empty without a suite that asks
   */
  public record Section(String title, List<Finding> findings) {}

  /** Concludes from a run. */
  public static Analysis of(Manifest run) {
    Dimensions dimensions = new Dimensions(run);
    Ranking ranking = Ranking.of(RunFacts.inPlanOrder(run));
    RankingFindings best = new RankingFindings(dimensions, ranking);
    List<Section> sections = new ArrayList<>(ViewFindings.ofSuite(dimensions));
    List<Finding> findings = new ArrayList<>(best.findings());
    findings.addAll(ViewFindings.ofStores(dimensions));
    if (!findings.isEmpty()) {
      sections.add(
          new Section(sections.isEmpty() ? "" : "The fastest, and the smallest", findings));
    }
    return new Analysis(
        dimensions,
        ranking,
        RunWarnings.invalidating(run),
        best.given(),
        sections,
        Notes.of(dimensions, ranking, sections.isEmpty()),
        RunWarnings.of(run));
  }

  /** The run. */
  public Manifest run() {
    return dimensions.run();
  }

  /** Whether a warning voids the findings. */
  public boolean isVoid() {
    return !invalid.isEmpty();
  }

  /** All findings. */
  public Stream<Finding> findings() {
    return sections.stream().flatMap(each -> each.findings().stream());
  }
}
