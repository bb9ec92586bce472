package dev.storagebench.core.compare;

import dev.storagebench.core.result.CellScore;
import dev.storagebench.core.result.Environment;
import dev.storagebench.core.result.Manifest;
import dev.storagebench.core.result.Origin;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.stats.Ratio;
import dev.storagebench.core.stats.TwoRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Two runs cell by cell: two versions of an engine, two machines, two settings.
 *
 * @param ratios the new speed as a multiple of the old one, of cells that both runs have; their
 *     intervals hold all together
 * @param onlyOld cells that the new run has not measured
 * @param onlyNew cells that the old run has not measured
 * @param differences what else differs between the runs
 * @param warnings why the ratios may mean nothing at all
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
   * @param before its score in the old run, in the measure's own unit
   * @param after the same of the new one
   * @param ratio of the speeds; below 1 the new run is slower
   */
  public record Row(Measure measure, String engine, double before, double after, Ratio ratio) {}

  /** Something that differs: its name and both values. */
  public record Difference(String what, String before, String after) {}

  /** A cell without what the two runs may differ in. */
  private record Key(
      String workload, String figure, int threads, String engine, Map<String, String> same) {
    boolean isLike(Key other) {
      return workload.equals(other.workload)
          && figure.equals(other.figure)
          && engine.equals(other.engine);
    }
  }

  /** Compares. */
  public static RunComparison of(Manifest before, Manifest after) {
    Set<String> varying = varying(before, after);
    Map<Key, Found> old = found(before, varying);
    Map<Key, Found> now = found(after, varying);
    Map<Key, Key> pairs = pairs(old, now);
    List<Row> rows = new ArrayList<>();
    pairs.forEach(
        (then, today) -> rows.add(row(today.engine, old.get(then), now.get(today), pairs.size())));
    old.keySet().removeAll(pairs.keySet());
    now.keySet().removeAll(pairs.values());
    return new RunComparison(
        rows, names(old), names(now), differences(before, after), warnings(before, after));
  }

  private static List<String> warnings(Manifest before, Manifest after) {
    List<String> warnings = new ArrayList<>();
    profiled(warnings, "old", before);
    profiled(warnings, "new", after);
    return warnings;
  }

  private static void profiled(List<String> warnings, String which, Manifest run) {
    if (!run.profilers().isEmpty()) {
      warnings.add(
          "the %s run was measured under a profiler (%s), whose cost is in all its figures"
              .formatted(which, String.join(", ", run.profilers())));
    }
  }

  /** Equal cells; then what is the only one left of its workload and engine on either side. */
  private static Map<Key, Key> pairs(Map<Key, Found> old, Map<Key, Found> now) {
    Map<Key, Key> pairs = new LinkedHashMap<>();
    for (Key key : old.keySet()) {
      if (now.containsKey(key)) {
        pairs.put(key, key);
      } else {
        List<Key> alike =
            old.keySet().stream()
                .filter(each -> each.isLike(key) && !now.containsKey(each))
                .toList();
        List<Key> candidates =
            now.keySet().stream()
                .filter(each -> each.isLike(key) && !old.containsKey(each))
                .toList();
        if (alike.size() == 1 && candidates.size() == 1) {
          pairs.put(key, candidates.get(0));
        }
      }
    }
    return pairs;
  }

  private static Row row(String engine, Found then, Found today, int comparisons) {
    return new Row(
        today.measure,
        engine,
        then.score.value(),
        today.score.value(),
        TwoRuns.of(
            Scores.speeds(engine, then.measure, then.score),
            Scores.speeds(engine, today.measure, today.score),
            comparisons));
  }

  private record Found(Measure measure, CellScore score) {}

  /**
   * Parameters of which each run has one value, and another one than the other: they are what is
   * compared, and no reason to keep cells apart.
   */
  private static Set<String> varying(Manifest before, Manifest after) {
    Map<String, Set<String>> old = values(before);
    Map<String, Set<String>> now = values(after);
    Set<String> varying = new TreeSet<>();
    for (String name : old.keySet()) {
      Set<String> others = now.get(name);
      if (others != null
          && !name.equals("engine")
          && old.get(name).size() == 1
          && others.size() == 1
          && !old.get(name).equals(others)) {
        varying.add(name);
      }
    }
    return varying;
  }

  private static Map<String, Set<String>> values(Manifest run) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (Cell cell : run.plan().cells()) {
      cell.parameters()
          .forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
      values.computeIfAbsent("threads", n -> new TreeSet<>()).add(Integer.toString(cell.threads()));
    }
    return values;
  }

  private static Map<Key, Found> found(Manifest run, Set<String> varying) {
    Map<Key, Found> found = new LinkedHashMap<>();
    Scores.of(run.results())
        .byMeasure()
        .forEach(
            (measure, all) -> {
              Map<String, String> same = new LinkedHashMap<>(measure.parameters());
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
        .map(each -> each.getKey().engine + " " + each.getValue().measure.name())
        .toList();
  }

  private static List<Difference> differences(Manifest before, Manifest after) {
    List<Difference> differences = new ArrayList<>();
    add(differences, "Storage Bench", before.version(), after.version());
    add(
        differences,
        "code",
        Optional.ofNullable(before.origin()).map(Origin::code).orElse("not noted"),
        Optional.ofNullable(after.origin()).map(Origin::code).orElse("not noted"));
    Map<String, Set<String>> old = values(before);
    Map<String, Set<String>> now = values(after);
    Set<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    for (String name : names) {
      add(differences, name, join(old.get(name)), join(now.get(name)));
    }
    add(differences, "data", data(before), data(after));
    versions(differences, before, after);
    Environment then = before.environment();
    Environment here = after.environment();
    add(differences, "system", then.os(), here.os());
    add(differences, "processor", then.processor(), here.processor());
    add(differences, "processors", then.processors(), here.processors());
    add(differences, "memory, bytes", then.memoryBytes(), here.memoryBytes());
    add(differences, "JVM", then.jvm(), here.jvm());
    add(differences, "file system", then.fileSystem(), here.fileSystem());
    add(
        differences,
        "profilers",
        String.join(", ", before.profilers()),
        String.join(", ", after.profilers()));
    add(
        differences,
        "warnings about the machine",
        String.join("; ", then.warnings()),
        String.join("; ", here.warnings()));
    return differences;
  }

  private static String data(Manifest run) {
    return run.origin() == null ? "not noted" : run.origin().data().toString();
  }

  private static void versions(List<Difference> differences, Manifest before, Manifest after) {
    Map<String, String> old = versions(before);
    versions(after)
        .forEach(
            (engine, version) -> {
              if (old.containsKey(engine)) {
                add(differences, "version of " + engine, old.get(engine), version);
              }
            });
  }

  private static Map<String, String> versions(Manifest run) {
    Map<String, String> versions = new LinkedHashMap<>();
    run.results()
        .forEach(
            each -> {
              if (each.report() != null && each.report().engine() != null) {
                versions.put(
                    each.cell().label(),
                    each.report().engine().version() + " " + each.report().engine().library());
              }
            });
    return versions;
  }

  private static String join(@Nullable Set<String> values) {
    return values == null ? "-" : String.join(", ", values);
  }

  private static void add(List<Difference> differences, String what, Object before, Object after) {
    if (!Objects.equals(before, after)) {
      differences.add(new Difference(what, String.valueOf(before), String.valueOf(after)));
    }
  }

  /**
   * Rows that are slower by more than a share, beyond doubt: the whole interval lies below.
   *
   * @param threshold for example 0.05 for 5 %
   */
  public List<Row> regressions(double threshold) {
    return ratios.stream().filter(row -> row.ratio().high() < 1 - threshold).toList();
  }
}
