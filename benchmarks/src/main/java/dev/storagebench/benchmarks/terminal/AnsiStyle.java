package dev.storagebench.benchmarks.terminal;

import dev.storagebench.core.text.TextStyle;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/** The width of the terminal, and colors as picocli's color scheme of the command has them. */
public record AnsiStyle(Ansi ansi, int columns) implements TextStyle {

  /** The values of {@code --color}. */
  public enum When {
    AUTO,
    ALWAYS,
    NEVER
  }

  public static TextStyle of(CommandLine command) {
    return new AnsiStyle(command.getColorScheme().ansi(), Terminal.columns());
  }

  /** The scheme of picocli's help and errors, and of {@link #of}. */
  public static CommandLine.Help.ColorScheme scheme(When when) {
    return CommandLine.Help.defaultColorScheme(
        switch (when) {
          // Picocli knows NO_COLOR, CLICOLOR, pipes and Windows, but not this one.
          case AUTO -> "dumb".equals(System.getenv("TERM")) ? Ansi.OFF : Ansi.AUTO;
          case ALWAYS -> Ansi.ON;
          case NEVER -> Ansi.OFF;
        });
  }

  @Override
  public String shown(String text) {
    return Terminal.encodable(text, Terminal.CHARSET);
  }

  @Override
  public String paint(Tone tone, String text) {
    Style style =
        switch (tone) {
          case GOOD -> Style.fg_green;
          case BAD -> Style.fg_red;
          case DOUBT -> Style.fg_yellow;
        };
    return ansi.enabled() ? style.on() + text + style.off() : text;
  }
}
