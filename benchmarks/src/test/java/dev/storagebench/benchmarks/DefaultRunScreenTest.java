package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.core.text.TextStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The end of the run without arguments, as a terminal of 40 lines of 120 columns shows it. */
class DefaultRunScreenTest {
  private static final int COLUMNS = 120;
  // "results in" in two lines, two blank ones, "report:", the cache, the prompt.
  private static final int MORE_LINES = 7;

  private static final TextStyle TERMINAL =
      new TextStyle() {
        @Override
        public String paint(Tone tone, String words) {
          return words;
        }

        @Override
        public int columns() {
          return COLUMNS;
        }
      };

  @Test
  void tablesAndVerdictFitOnOneScreen() throws IOException {
    RunText text =
        new RunText(Analysis.of(StoredRun.read(Path.of("../docs/results/quick"))), TERMINAL);
    List<String> lines = Stream.of(text.tables(), text.verdict()).flatMap(String::lines).toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(40 - MORE_LINES);
    assertThat(lines).allMatch(line -> line.length() <= COLUMNS);
    assertThat(lines)
        .as("a load's own durability")
        .anyMatch(line -> line.contains("durability process (Load: none)"))
        .anyMatch(line -> line.startsWith(" Load, durability none "));
    assertThat(RunText.of(text.analysis()).text(text.style()))
        .doesNotContain("reads 8,192 KiB ahead")
        .contains("proactive reclaim");
  }
}
