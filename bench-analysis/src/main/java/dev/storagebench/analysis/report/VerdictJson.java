package dev.storagebench.analysis.report;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Finding;
import dev.storagebench.analysis.conclusion.Note;
import dev.storagebench.analysis.result.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The findings of a run for other programs: {@code verdict.json}.
 *
 * @param format incremented with each incompatible change
 * @param voidedBy warnings that void every finding; empty if none does
 */
record VerdictJson(
    int format,
    List<Warning> voidedBy,
    List<Answer> findings,
    List<Note> notes,
    List<Warning> warnings) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .build();

  /**
   * A finding with its words.
   *
   * @param section the question of the suite; empty without one
   * @param decided whether the rounds decide it, and nothing voids it
   * @param reason the outcome, or the kind of what voids it
   */
  record Answer(
      String section,
      boolean decided,
      boolean voided,
      String reason,
      String text,
      Finding finding) {}

  /** The file's text. */
  static String of(Analysis analysis) {
    String voids =
        analysis.invalid().stream()
            .map(each -> each.kind().name())
            .distinct()
            .collect(Collectors.joining(", "));
    List<Answer> findings = new ArrayList<>();
    for (FindingText each : FindingText.of(analysis)) {
      Finding finding = each.finding();
      findings.add(
          new Answer(
              each.section(),
              finding.decided() && !analysis.isVoid(),
              analysis.isVoid(),
              analysis.isVoid() ? voids : finding.outcome().name(),
              each.paragraph(),
              finding));
    }
    return JSON.writeValueAsString(
            new VerdictJson(1, analysis.invalid(), findings, analysis.notes(), analysis.warnings()))
        + "\n";
  }
}
