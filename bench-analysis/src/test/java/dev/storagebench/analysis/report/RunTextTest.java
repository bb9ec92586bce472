package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.core.text.TextStyle;
import org.junit.jupiter.api.Test;

class RunTextTest {
  @Test
  void tablesHaveTheTerminalsWidthAndOnPaperTheirOwnWithoutEscapes() {
    String paper = RunText.render(SampleRun.whole(), TextStyle.NONE);
    assertThat(paper).doesNotContain("\u001b").contains("FAILED", "unsupp.");
    String text =
        RunText.render(
            SampleRun.whole(),
            new TextStyle() {
              @Override
              public String paint(Tone tone, String words) {
                return words;
              }

              @Override
              public int columns() {
                return 80;
              }
            });
    assertThat(text.lines())
        .filteredOn(line -> line.startsWith(" "))
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.length() <= 80);
    assertThat(paper.lines().count()).isLessThan(text.lines().count());
  }

  @Test
  void theConditionsAreSaidInWords() {
    assertThat(RunFacts.conditions(SampleRun.whole()))
        .startsWith("1,000 records of amazon:")
        .endsWith("; durability process; compression snappy");
    assertThat(RunFacts.conditions(SampleRun.stoppedAtOnce())).startsWith("amazon:");
  }

  @Test
  void theBestFigureOfAColumnIsInColorAndSoIsWhatIsMissing() {
    String text = RunText.render(SampleRun.whole(), (tone, words) -> tone + "(" + words + ")");
    assertThat(text).contains("BAD(FAILED)", "DOUBT(unsupp.)");
    assertThat(text.lines())
        .filteredOn(line -> line.contains("GOOD("))
        .isNotEmpty()
        .allMatch(line -> line.contains(" lmdb "));
  }
}
