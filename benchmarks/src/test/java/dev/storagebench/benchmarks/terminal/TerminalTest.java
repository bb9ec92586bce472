package dev.storagebench.benchmarks.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.PlainText;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class TerminalTest {
  private static final String HOSTILE = "a\u001b[2J\u001b]0;title\u0007\rb\u009b1mµ\u202e";

  @Test
  void printsColorsOfOursAndNoOtherControlCharacters() {
    CommandLine colorful =
        new CommandLine(CommandSpec.create())
            .setColorScheme(AnsiStyle.scheme(AnsiStyle.When.ALWAYS));
    TextStyle style = AnsiStyle.of(colorful);
    String painted = style.paint(Tone.BAD, "FAILED");
    assertThat(painted).contains("\u001b");
    StringWriter shown = new StringWriter();
    PrintWriter out = Terminal.escaping(new PrintWriter(shown), StandardCharsets.UTF_8);
    out.println(painted);
    out.printf("%s%n", HOSTILE);
    out.print('\u0007');
    out.flush();
    assertThat(shown.toString())
        .isEqualTo(
            painted + "%na\u241b[2J\u241b]0;title\u2407\u240db\ufffd1mµ\ufffd%n\u2407".formatted());
  }

  @Test
  void signsThatTheConsoleLacksAreWrittenInAscii() {
    String figures = "7.08µs 11.9k† ±48% 3.42× raw ÷ disk…";
    assertThat(Terminal.encodable(figures, StandardCharsets.US_ASCII))
        .isEqualTo("7.08us 11.9k# +-48% 3.42x raw / disk...");
    assertThat(Terminal.encodable(figures, StandardCharsets.ISO_8859_1))
        .isEqualTo("7.08µs 11.9k# ±48% 3.42× raw ÷ disk...");
    assertThat(Terminal.encodable(figures, StandardCharsets.UTF_8)).isEqualTo(figures);
    assertThat(Terminal.encodable("日", StandardCharsets.US_ASCII)).isEqualTo("?");
  }

  @Test
  void jmhPrintsNoControlCharacters() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(PlainText.printable(shown), true, StandardCharsets.UTF_8);
    out.print("# Run\n\r\u001b[2Jx\u009b1mµ\u0007\n");
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .startsWith("# Run\n??[2Jx")
        .endsWith("?1mµ?\n")
        .doesNotContain("\u009b");
  }
}
