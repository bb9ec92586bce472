package dev.storagebench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextTable.Head;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As a renderer of GitHub's Markdown sees it. */
final class MarkdownTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[free money](https://evil.example)",
        "![x](https://evil.example/track.png)",
        "<https://evil.example>",
        "https://evil.example/a_b_c",
        "see www.evil.example now",
        "mail me@evil.example",
        "@maintainer closes #1 and GH-2 and org/repo#3",
        "<img src=x onerror=alert(1)> <script>x</script> <!-- y -->",
        "[ref]: https://evil.example",
        "[ref] and [ref][] and ![ref]",
        "`code` ``x`` [a`](https://evil.example)`",
        "**bold** *it* _it_ __b__ ~~gone~~ ~x~ a_b_c",
        "# heading",
        "- item",
        "+ item",
        "1. item",
        "12) item",
        "> quote",
        "---",
        "===",
        "    code",
        "```\nfence",
        "~~~\nfence",
        "a\n\n# heading\n\n[x](https://evil.example)",
        "| a | b |\n|---|---|\n| c | d |",
        "&lt;b&gt; &#64;maintainer &amp;",
        "\\[x](https://evil.example) \\",
        "x|https://evil.example|@maintainer",
        "\u001b[31mred\u202e"
      })
  void textFromOutsideIsTextInEveryPlace(String hostile) {
    TextTable table = new TextTable(1, List.of(Head.words("a"), Head.words(hostile)));
    table.row(List.of(Entry.of(hostile), Entry.of("1")));
    String text =
        Markdown.line("### %s\n", List.of(hostile))
            + Markdown.line("%s\n", List.of(hostile))
            + Markdown.line("- %s: **%s**. %s\n", List.of(hostile, hostile, hostile))
            + Markdown.line("Reproduce with: %s\n", List.of(Markdown.code(hostile)))
            + table.markdown();
    Rendered page = Rendered.of(text);
    String plain = Rendered.words(hostile);
    assertThat(page.markup()).as(text).isEmpty();
    assertThat(page.texts())
        .as(text)
        .containsExactly(
            plain,
            plain,
            Rendered.words("%1$s: %1$s. %1$s".formatted(plain)),
            Rendered.words("Reproduce with: " + plain),
            "a",
            plain,
            plain,
            "1");
  }

  @Test
  void figuresAndNamesStayReadable() {
    assertThat(Markdown.inline("1.5M op/s ±3% (0.52x) oltp_read_write 95 %"))
        .isEqualTo("1.5M op/s ±3% (0.52x) oltp_read_write 95 %");
    assertThat(Markdown.inline("rocksdb@9.10.0 is * faster"))
        .isEqualTo("`rocksdb@9.10.0` is \\* faster");
    assertThat(Markdown.inline("rocksdb@9.10.0, rocksdb@8.1.1: a, b"))
        .isEqualTo("`rocksdb@9.10.0`, `rocksdb@8.1.1`: a, b");
    assertThat(Markdown.inline("the control (rocksdb@9.10.0 by turns), and rocksdb@8.1.1's reads"))
        .isEqualTo("the control (`rocksdb@9.10.0` by turns), and `rocksdb@8.1.1`'s reads");
  }
}
