package dev.storagebench.core.catalog;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All engines, as a table, as JSON, and as the page that the maintainer of a losing engine reads.
 *
 * @param sheets by the engines' names
 */
public record EngineCatalog(List<EngineDescription> sheets) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String[] HEADER = {
    "engine", "version", "ordered", "batches", "cache", "codecs", "durability", "library"
  };

  public EngineCatalog {
    sheets = List.copyOf(sheets);
  }

  /** Looks at every engine. */
  public static EngineCatalog here() throws IOException {
    List<EngineDescription> sheets = new ArrayList<>();
    for (StorageEngine engine : Engines.all()) {
      sheets.add(EngineDescription.of(engine));
    }
    return new EngineCatalog(sheets);
  }

  /** A line an engine; those that cannot run here below, with the reason. */
  public String text() {
    List<String[]> rows = new ArrayList<>();
    StringBuilder missing = new StringBuilder();
    for (EngineDescription sheet : sheets) {
      if (sheet.available()) {
        rows.add(
            new String[] {
              sheet.name(),
              sheet.version(),
              sheet.ordered() ? "yes" : "no",
              sheet.batches() ? "yes" : "no",
              words(List.of(sheet.cache())),
              words(sheet.compressions()),
              words(sheet.durabilities()),
              sheet.library()
            });
      } else {
        missing.append("not here: %s (%s)%n".formatted(sheet.name(), sheet.missing()));
      }
    }
    List<Column> columns = new ArrayList<>();
    for (String header : HEADER) {
      columns.add(
          new Column()
              .header(header)
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(HorizontalAlign.LEFT)
              .maxWidth(60));
    }
    return AsciiTable.getTable(
            AsciiTable.NO_BORDERS, columns.toArray(Column[]::new), rows.toArray(String[][]::new))
        + System.lineSeparator()
        + missing;
  }

  /** The same and all settings, as JSON. */
  public String json() {
    return JSON.writeValueAsString(sheets) + System.lineSeparator();
  }

  /** A page in Markdown: each engine with what it makes of each setting, and why. */
  public String markdown() {
    StringBuilder page =
        new StringBuilder(
            """
            # Engines

            What each adapter makes of the settings that all engines are asked for alike, and every setting of its own that is not the engine's default, with the reason. If you maintain one of these engines and think that it is not treated well, this is the page to argue with.

            This page is written by `java -jar benchmarks.jar engines --markdown`. Settings are those of a run without options on the generated reviews.
            """);
    for (EngineDescription sheet : sheets) {
      page.append("\n## ").append(sheet.name()).append("\n\n");
      if (!sheet.available()) {
        page.append("Could not run where this page was written: ").append(cell(sheet.missing()));
        page.append("\n");
        continue;
      }
      page.append(
          "%s, %s. Keys are %s; batches of puts: %s; the cache is %s; codecs: %s; promises it keeps exactly: %s.%n%n"
              .formatted(
                  sheet.version(),
                  sheet.library(),
                  sheet.ordered() ? "ordered" : "not ordered",
                  sheet.batches() ? "yes" : "no",
                  words(List.of(sheet.cache())),
                  words(sheet.compressions()),
                  words(sheet.durabilities())));
      page.append("| setting | value | | by or why |\n|---|---|---|---|\n");
      for (AppliedSetting setting : sheet.settings()) {
        page.append(
            "| %s | %s | %s | %s |%n"
                .formatted(
                    cell(setting.name()),
                    cell(setting.value()),
                    words(List.of(setting.role())),
                    cell(setting.reason())));
      }
    }
    return page.toString();
  }

  private static String words(Collection<? extends Enum<?>> values) {
    return values.stream()
        .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .collect(Collectors.joining(" "));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\s+", " ");
  }
}
