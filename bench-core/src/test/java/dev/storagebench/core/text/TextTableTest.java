package dev.storagebench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable.Head;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final TextStyle ANGLES =
      new TextStyle() {
        @Override
        public String paint(Tone tone, String text) {
          return "<" + text + ">";
        }

        @Override
        public int columns() {
          return 80;
        }
      };

  @Test
  void colorsLeaveThePlacesOfAllOtherCharactersAsTheyAre() {
    TextTable table =
        new TextTable(
            1, List.of(Head.words("engine"), Head.figures("op/s"), Head.words("verdict")));
    table.row(
        List.of(Entry.of("lmdb"), new Entry("1.5M", Tone.GOOD), new Entry("best", Tone.GOOD)));
    table.row(List.of(Entry.of("mapdb"), new Entry("3k", Tone.BAD), Entry.of("slower")));
    String plain = table.render(TextStyle.NONE);
    assertThat(plain.lines())
        .containsExactly(" engine  op/s  verdict", " lmdb    1.5M  best", " mapdb     3k  slower");
    assertThat(table.render(ANGLES).lines())
        .containsExactly(
            " engine  op/s  verdict", " lmdb    <1.5M>  <best>", " mapdb     <3k>  slower");
  }

  @Test
  void headsTakeSeveralLinesWhereTheTerminalIsTooNarrowForOne() {
    TextTable table =
        new TextTable(
            1,
            List.of(
                Head.words("candidate"),
                Head.figures("PointRead service time p50"),
                Head.figures("PointRead service time p99"),
                Head.figures("ReadWriteMix 95 op/s")));
    table.row(List.of(Entry.of("lmdb"), Entry.of("1µs"), Entry.of("22ms"), Entry.of("436k ±6%")));
    assertThat(table.render(ANGLES).lines())
        .containsExactly(
            "            PointRead  PointRead",
            "              service    service  ReadWriteMix",
            " candidate   time p50   time p99       95 op/s",
            " lmdb             1µs       22ms      436k ±6%");
    assertThat(table.render(TextStyle.NONE).lines()).hasSize(2);
  }

  @Test
  void columnsThatDoNotFitTheTerminalFollowBelowBehindTheEnginesAgain() {
    TextTable table =
        new TextTable(
            1,
            List.of(
                Head.words("engine"),
                Head.figures("a".repeat(35)),
                Head.figures("b".repeat(33)),
                Head.figures("c")));
    table.row(List.of(Entry.of("lmdb"), Entry.of("1"), Entry.of("2"), new Entry("3", Tone.BAD)));
    List<String> lines = table.render(ANGLES).lines().toList();
    assertThat(lines).hasSize(4).allMatch(line -> line.length() <= 80);
    assertThat(lines.get(0)).contains("aaa", "bbb").doesNotContain("c");
    assertThat(lines.get(2)).startsWith(" engine").endsWith("  c");
    assertThat(lines.get(3)).isEqualTo(" lmdb    <3>");
    assertThat(table.render(TextStyle.NONE).lines()).as("a file is as wide as it needs").hasSize(2);
  }

  @Test
  void aBlockWithoutTheLongestNameIsPaintedWhereItStands() {
    TextTable table =
        new TextTable(
            1,
            List.of(
                Head.words("engine"), Head.figures("a".repeat(60)), Head.figures("b".repeat(60))));
    table.row(List.of(Entry.of("a-long-name"), Entry.of("1"), Entry.of("-")));
    table.row(List.of(Entry.of("short"), Entry.of("1"), new Entry("FAILED", Tone.BAD)));
    assertThat(table.render((tone, text) -> text)).isEqualTo(table.render(TextStyle.NONE));
    assertThat(table.render(ANGLES)).contains(" <FAILED>");
    assertThat(table.render(TextStyle.NONE)).contains(" FAILED");
  }

  @Test
  void linesBreakBetweenWordsAndColorsTakeNoColumns() {
    TextStyle narrow =
        new TextStyle() {
          @Override
          public String paint(Tone tone, String text) {
            return "\u001b[32m" + text + "\u001b[39m\u001b[0m";
          }

          @Override
          public int columns() {
            return 20;
          }
        };
    assertThat(narrow.wrap("warning: " + narrow.paint(Tone.BAD, "mmm") + " nine more words"))
        .isEqualTo("warning: \u001b[32mmmm\u001b[39m\u001b[0m nine%nmore words".formatted());
    assertThat(narrow.wrap("a-word-that-is-longer-than-a-line and more"))
        .isEqualTo("a-word-that-is-longer-than-a-line%nand more".formatted());
    assertThat(TextStyle.NONE.wrap("many words ".repeat(50))).doesNotContain("\n");
  }
}
