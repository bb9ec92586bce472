package dev.storagebench.analysis.suite;

import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.EnumNames;
import dev.storagebench.core.text.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the views of a suite file. */
final class ViewReader {
  private ViewReader() {}

  static List<View> views(YamlNode root, List<Published> published) {
    Set<String> names = published.stream().map(Published::name).collect(Collectors.toSet());
    Set<String> figures = new LinkedHashSet<>(View.FIGURES);
    published.forEach(one -> one.rows().forEach(row -> figures.addAll(row.keySet())));
    Set<String> dimensions = dimensions();
    Function<String, String> dimension = text -> NearestName.require("dimension", text, dimensions);
    List<View> views = new ArrayList<>();
    for (YamlNode each : root.at("views").list()) {
      each.only(
          "a view",
          "title about kind figures rows columns where each reference relativeTo published");
      List<String> shown =
          each.required("figures")
              .list(
                  text ->
                      View.isFigure(text) ? text : NearestName.require("figure", text, figures));
      if (each.fields().containsKey("published")) {
        YamlNode name = each.required("published");
        name.as(text -> NearestName.require("published figures", text, names));
        shown.forEach(figure -> requireNumbers(figure, name, published));
      }
      View.Kind kind = each.required("kind").as(ViewReader::kind);
      kind.needs().forEach(each::required);
      views.add(
          new View(
              each.required("title").scalar(),
              each.as("about", null, String::strip),
              kind,
              shown,
              each.required("rows").list(dimension),
              each.at("columns").list(dimension),
              each.at("where")
                  .only("where", dimensions)
                  .map((name, values) -> values.list(Function.identity())),
              each.at("each").list(dimension),
              each.as("reference", null, String::strip),
              each.as("relativeTo", null, dimension),
              each.as("published", null, String::strip)));
    }
    return views;
  }

  /** Before the run, at the end of which views are made. */
  private static void requireNumbers(String figure, YamlNode name, List<Published> published) {
    published.stream()
        .filter(each -> each.name().equals(name.scalar()))
        .flatMap(each -> each.rows().stream())
        .map(row -> row.getOrDefault(figure, "").strip())
        .filter(
            value -> !value.isEmpty() && !value.matches("-?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?"))
        .forEach(
            value -> {
              throw name.position()
                  .mistake(
                      "%s of the published figures '%s' has '%s' (expected a number or nothing)"
                          .formatted(figure, name.scalar(), value));
            });
  }

  static Set<String> dimensions() {
    Set<String> dimensions =
        YamlNode.words("candidate engine workload benchmark mode threads stage");
    dimensions.addAll(Workloads.parameterNames());
    return dimensions;
  }

  private static View.Kind kind(String text) {
    List<String> valid = Stream.of(View.Kind.values()).map(EnumNames::of).toList();
    return EnumNames.parse(
        View.Kind.class, "kind", NearestName.require("kind of view", text, valid));
  }
}
