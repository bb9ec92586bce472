package dev.storagebench.benchmarks;

import dev.storagebench.core.compare.Measure;
import dev.storagebench.core.compare.Ranking;
import dev.storagebench.core.result.CellResult;
import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import dev.storagebench.core.text.TextTable.Entry;
import dev.storagebench.core.text.TextTable.Head;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures so far, a row for each candidate and a column for each workload, the best in color.
 */
final class Leaders {

  private Leaders() {}

  /** Empty as long as nothing is measured. */
  static String render(Collection<CellResult> results, TextStyle style) {
    Map<Measure, Map<String, CellScore>> scores = Ranking.of(results).scores();
    Map<Measure, String> columns = Measure.shortNames(scores.keySet());
    List<Head> heads = new ArrayList<>(List.of(Head.words("candidate")));
    columns.forEach(
        (measure, name) ->
            heads.add(Head.figures(measure.isTime() ? name : name + " " + measure.unit())));
    TextTable table = new TextTable(1, heads);
    for (String candidate : bySpeed(scores)) {
      List<Entry> row = new ArrayList<>(List.of(Entry.of(candidate)));
      columns.keySet().forEach(measure -> row.add(entry(candidate, measure, scores.get(measure))));
      table.row(row);
    }
    return scores.isEmpty() ? "" : table.render(style);
  }

  /** Candidates by how often they lead; the harness's own engine, which is none, last. */
  private static List<String> bySpeed(Map<Measure, Map<String, CellScore>> scores) {
    Map<String, Integer> leads = new LinkedHashMap<>();
    scores.forEach(
        (measure, all) ->
            all.keySet()
                .forEach(
                    name ->
                        leads.merge(name, name.equals(best(measure, all)) ? 1 : 0, Integer::sum)));
    leads.computeIfPresent(Ranking.HARNESS, (name, count) -> -1);
    return leads.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Entry entry(String candidate, Measure measure, Map<String, CellScore> scores) {
    CellScore score = scores.get(candidate);
    return score == null
        ? Entry.of("-")
        : new Entry(
            Figures.show(score.unit(), score.value()),
            candidate.equals(best(measure, scores)) ? Tone.GOOD : null);
  }

  /** The fastest of those that did all that was requested; empty for none. */
  private static String best(Measure measure, Map<String, CellScore> scores) {
    Comparator<Map.Entry<String, CellScore>> bySpeed =
        Comparator.comparingDouble(
            each -> measure.isTime() ? -each.getValue().value() : each.getValue().value());
    return scores.entrySet().stream()
        .filter(each -> !each.getKey().equals(Ranking.HARNESS) && !each.getValue().weakened())
        .max(bySpeed)
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
