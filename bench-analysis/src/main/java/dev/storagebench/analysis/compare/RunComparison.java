package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Manifest.Difference;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.TwoRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two runs cell by cell: two versions of an engine, two machines, two settings.
 *
 * @param ratios the new speed relative to the old one, of cells in both runs, with simultaneous
 *     intervals
 * @param onlyOld cells that the new run has not measured
 * @param onlyNew cells that the old run has not measured
 * @param differences everything else in which the runs differ
 * @param warnings reasons not to trust the ratios
 */
public record RunComparison(
    List<Row> ratios,
    List<String> onlyOld,
    List<String> onlyNew,
    List<Difference> differences,
    List<String> warnings) {

  /**
   * A cell of both runs.
   *
   * @param ratio of the speeds; below 1 the new run is slower
   */
  public record Row(
      Measure measure, String candidate, CellScore before, CellScore after, Ratio ratio) {

    /** Whether either was measured with weaker settings than requested. */
    public boolean weakened() {
      return before.weakened() || after.weakened();
    }
  }

  /** A cell without the parameters in which the two runs may differ. */
  private record Key(
      String workload, String figure, int threads, String candidate, Map<String, String> same) {
    boolean isLike(Key other) {
      return workload.equals(other.workload)
          && figure.equals(other.figure)
          && candidate.equals(other.candidate);
    }
  }

  private record Found(Measure measure, CellScore score) {}

  /** Compares. */
  public static RunComparison of(Manifest before, Manifest after) {
    Set<String> varying = varying(before.parameterValues(), after.parameterValues());
    Map<Key, Found> old = found(before, varying);
    Map<Key, Found> now = found(after, varying);
    Map<Key, Key> pairs = pairs(old, now);
    List<Row> rows = new ArrayList<>();
    pairs.forEach((then, today) -> rows.add(row(today, old.get(then), now.get(today), pairs)));
    old.keySet().removeAll(pairs.keySet());
    now.keySet().removeAll(pairs.values());
    List<String> warnings = new ArrayList<>();
    doubts(warnings, "old", before);
    doubts(warnings, "new", after);
    return new RunComparison(rows, names(old), names(now), before.differences(after), warnings);
  }

  private static void doubts(List<String> warnings, String which, Manifest run) {
    run.environment().warnings().stream()
        .filter(each -> each.severity() == Warning.Severity.VOID)
        .map(Warning::text)
        .forEach(
            each ->
                warnings.add("the figures of the %s run are not valid: %s".formatted(which, each)));
    if (!run.profilers().isEmpty()) {
      warnings.add(
          "the %s run was measured under a profiler (%s): its figures include profiler overhead"
              .formatted(which, String.join(", ", run.profilers())));
    }
  }

  /** Equal cells; then the only unmatched cell of a workload and candidate in either run. */
  private static Map<Key, Key> pairs(Map<Key, Found> old, Map<Key, Found> now) {
    Set<Key> unmatched = new LinkedHashSet<>(old.keySet());
    unmatched.addAll(now.keySet());
    unmatched.removeIf(key -> old.containsKey(key) && now.containsKey(key));
    Map<Key, Key> pairs = new LinkedHashMap<>();
    for (Key key : old.keySet()) {
      if (now.containsKey(key)) {
        pairs.put(key, key);
        continue;
      }
      // Those of the old run, of which this is one, before those of the new.
      List<Key> alike = unmatched.stream().filter(key::isLike).toList();
      if (alike.size() == 2 && now.containsKey(alike.get(1))) {
        pairs.put(key, alike.get(1));
      }
    }
    return pairs;
  }

  private static Row row(Key key, Found then, Found today, Map<Key, Key> pairs) {
    String name = key.candidate;
    Ratio ratio =
        TwoRuns.of(
            Ranking.speeds(name, then.measure.isTime(), then.score),
            Ranking.speeds(name, today.measure.isTime(), today.score),
            pairs.size());
    return new Row(
        today.measure,
        name,
        then.score,
        today.score,
        then.score.weakened() == today.score.weakened() ? ratio : ratio.unranked());
  }

  /**
   * Parameters with one value in each run, and a different one: they are what is compared, and do
   * not keep cells apart.
   */
  private static Set<String> varying(Map<String, Set<String>> old, Map<String, Set<String>> now) {
    Set<String> varying = new TreeSet<>(old.keySet());
    varying.retainAll(now.keySet());
    varying.remove("engine");
    varying.removeIf(
        name ->
            old.get(name).size() > 1
                || now.get(name).size() > 1
                || old.get(name).equals(now.get(name)));
    return varying;
  }

  private static Map<Key, Found> found(Manifest run, Set<String> varying) {
    Map<Key, Found> found = new LinkedHashMap<>();
    Ranking.of(run.results())
        .scores()
        .forEach(
            (measure, all) -> {
              Map<String, String> same = new LinkedHashMap<>(measure.parameters().texts());
              same.keySet().removeAll(varying);
              int threads = varying.contains("threads") ? 0 : measure.threads();
              all.forEach(
                  (label, score) ->
                      found.put(
                          new Key(measure.workload(), measure.figure(), threads, label, same),
                          new Found(measure, score)));
            });
    return found;
  }

  private static List<String> names(Map<Key, Found> found) {
    return found.entrySet().stream()
        .map(each -> each.getKey().candidate + " " + each.getValue().measure.name())
        .toList();
  }

  /** Rows that are {@linkplain Ratio#isSlowerBeyond slower beyond} a threshold. */
  public List<Row> regressions(double threshold) {
    return ratios.stream().filter(row -> row.ratio().isSlowerBeyond(threshold)).toList();
  }
}
