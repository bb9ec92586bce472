package dev.storagebench.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.TextStyle;
import org.junit.jupiter.api.Test;

class RunTextTest {
  @Test
  void theTableOfARunHas80ColumnsAndNoEscapesOnPaper() {
    String text = RunText.render(SampleRun.whole(), TextStyle.NONE);
    assertThat(text).doesNotContain("\u001b").contains("FAILED", "unsupp.");
    assertThat(text.lines())
        .filteredOn(line -> line.startsWith(" "))
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.length() <= 80);
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
