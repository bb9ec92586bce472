package dev.storagebench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable.Head;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlainTextTest {
  private static final String HOSTILE =
      "ok\u001b[2J\u001b]0;title\u0007\rFAKE\u009b31m\b\b\u202Etxt\u200B\uD800 end";

  @Test
  void showsControlCharactersInsteadOfObeyingThem() {
    assertThat(PlainText.of(HOSTILE))
        .isEqualTo(
            "ok\u241b[2J\u241b]0;title\u2407 FAKE\ufffd31m\u2408\u2408\ufffdtxt\ufffd\ufffd end");
    assertThat(PlainText.of("a\r\nb\u2028c\u0085d\te")).isEqualTo("a  b c d e");
    assertThat(PlainText.block("a\n\tb\u001b")).isEqualTo("a\n\tb\u241b");
    assertThat(PlainText.of("Größe 5 µs ± 3 %, 数据 🙂")).isEqualTo("Größe 5 µs ± 3 %, 数据 🙂");
  }

  @Test
  void aCellThatASpreadsheetWouldComputeBeginsWithAnApostrophe() {
    for (String formula :
        List.of(
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\n@x",
            "\rx",
            "-x",
            "=\n1+1",
            "=\r\n1",
            "\uff1d1+1",
            "\u2028=1",
            "\uff0b1")) {
      assertThat(PlainText.cell(formula)).isEqualTo("'" + formula);
    }
    for (Object data : List.of("-0.5", "+3%", "1e-3", "-1.2E+5", "a=b", "lmdb", "", "-", -1.5)) {
      assertThat(PlainText.cell(data)).isEqualTo(data);
    }
    assertThat(PlainText.cell(null)).isNull();
  }

  @Test
  void noLineButOursBeginsAtTheMargin() {
    assertThat(TextStyle.NONE.line("its log:\n  [ERROR] broken\r\nresults in /tmp\n"))
        .isEqualTo("its log:%n  |   [ERROR] broken\n  | results in /tmp%n".formatted());
    assertThat(
            ((TextStyle) (tone, text) -> "<" + text + ">")
                .line(new Entry("a\u001b[0m\nb", Tone.BAD)))
        .isEqualTo("<a\u241b[0m%n  | b>%n".formatted());
  }

  @Test
  void tablesHoldOneLineARow() {
    TextTable table = new TextTable(1, List.of(Head.words("a\u001b[31m"), Head.words("b")));
    table.row(List.of(Entry.of("x\n y"), Entry.of("\u001b[8m1|2\r3")));
    assertThat(table.render(TextStyle.NONE).lines())
        .containsExactly(" a\u241b[31m  b", " x  y    \u241b[8m1|2 3");
  }
}
