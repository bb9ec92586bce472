package dev.storagebench.benchmarks;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.catalog.EngineCatalog;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reviews of adapters: each engine has one, each is linked, and their own links lead on. */
final class EngineReviewTest {
  private static final Path FOLDER = Path.of("../docs/engines");
  private static final String INDEX = "README.md";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([^`]+)` \\| \\[[^]]+]\\((.+)\\) \\|$");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final List<String> SECTIONS =
      List.of(
          "Calls",
          "Defaults",
          "Durability",
          "Warm-up",
          "What its maintainers say",
          "Cost of the adapter",
          "Known objections");

  private static Stream<Path> reviews() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> !file.endsWith(INDEX)).sorted().toList().stream();
    }
  }

  private static Stream<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(Path.of(".."));
        Stream<Path> docs = Files.walk(Path.of("../docs"))) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  /** The index: page by engine. */
  private static Map<String, String> index() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    ROW.matcher(Files.readString(FOLDER.resolve(INDEX)))
        .results()
        .forEach(row -> pages.put(row.group(1), row.group(2)));
    return pages;
  }

  @Test
  void eachEngineHasItsReviewAndNoOtherHas() throws IOException {
    List<String> engines =
        Engines.all().stream()
            .filter(engine -> engine.capabilities().storesValues())
            .map(StorageEngine::name)
            .toList();
    Map<String, String> index = index();

    assertThat(index.keySet()).containsExactlyInAnyOrderElementsOf(engines);
    for (Map.Entry<String, String> each : index.entrySet()) {
      assertThat(
              Files.readString(FOLDER.resolve(each.getValue())).lines().findFirst().orElseThrow())
          .startsWith("# ")
          .contains("`" + each.getKey() + "`");
    }
  }

  @Test
  void eachReviewIsInTheIndexAndTheIndexIsLinked() throws IOException {
    assertThat(reviews().map(page -> page.getFileName().toString()))
        .allMatch(index().values()::contains);
    assertThat(new EngineCatalog(List.of()).markdown()).contains("(engines/" + INDEX + ")");
    assertThat(Files.readString(Path.of("../README.md"))).contains("(docs/engines/" + INDEX + ")");
  }

  @ParameterizedTest
  @MethodSource("reviews")
  void aReviewHasAllSectionsInOrder(Path page) throws IOException {
    assertThat(headings(page).filter(not(text -> text.contains("`"))))
        .containsExactlyElementsOf(SECTIONS);
  }

  /** Addresses on the web are not opened; files and headings of this project must be there. */
  @ParameterizedTest
  @MethodSource("documents")
  void linksWithinTheProjectLeadSomewhere(Path page) throws IOException {
    List<String> links =
        LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)).toList();
    for (String link : links) {
      if (!link.contains("://")) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        assertThat(target).as(link).exists();
        if (parts.length > 1) {
          assertThat(headings(target).map(EngineReviewTest::anchor)).as(link).contains(parts[1]);
        }
      }
    }
  }

  private static Stream<String> headings(Path page) throws IOException {
    return HEADING.matcher(Files.readString(page)).results().map(heading -> heading.group(1));
  }

  /** As GitHub makes it. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }
}
