package dev.storagebench.analysis.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures that somebody else has published, to stand beside ours. A row is joined to ours by the
 * dimensions that it names; what is not in a row, such as the candidate's version, is not looked
 * at. Absolute figures are not expected to match, ratios are what is compared.
 *
 * @param name by which views refer to it
 * @param rows each with a value by column: dimensions ({@code memory}, {@code workload}, {@code
 *     candidate}) and figures ({@code speed}, {@code p99}, …) in the units that views show
 * @param candidates our candidates' labels by the published name, where the names differ
 */
public record Published(
    String name, String title, List<Map<String, String>> rows, Map<String, String> candidates) {

  /** Optional keys of a suite file may be absent. */
  public Published {
    // Always written in the same order, unlike Map.copyOf.
    rows = rows.stream().map(Published::current).toList();
    candidates =
        candidates == null
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(candidates));
  }

  Published sized(String placeholder, String size) {
    List<Map<String, String>> sized =
        rows.stream().<Map<String, String>>map(LinkedHashMap::new).toList();
    sized.forEach(row -> row.replaceAll((column, value) -> value.replace(placeholder, size)));
    return new Published(name, title, sized, candidates);
  }

  private static Map<String, String> current(Map<String, String> row) {
    Map<String, String> named = new LinkedHashMap<>();
    row.forEach((column, value) -> named.put(View.current(column), value));
    return Collections.unmodifiableMap(named);
  }
}
